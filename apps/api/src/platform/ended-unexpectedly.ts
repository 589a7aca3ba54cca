/** A part that the process can't do without has ended unexpectedly. */
export class EndedUnexpectedly extends Error {
  override name = 'EndedUnexpectedly'
}
