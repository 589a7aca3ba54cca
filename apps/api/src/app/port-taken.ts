/** Another process listens there, or this user may not. */
export class PortTaken extends Error {
  override name = 'PortTaken'
}
