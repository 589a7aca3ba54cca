/** A service that Countersign can't work without doesn't answer at the moment: the caller may try again. */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
}
