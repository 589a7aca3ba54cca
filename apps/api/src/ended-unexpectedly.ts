/** A part that the process can't do without has ended by itself. */
export class EndedUnexpectedly extends Error {
  override name = 'EndedUnexpectedly'
}
