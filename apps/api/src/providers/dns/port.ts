/** What the owners of domains have written into the domain name system. */
export interface TxtRecords {
  /**
   * The TXT records under a name, each as one text of ASCII; none where there is no such name. Fails with DnsUnavailable where
   * nobody could say.
   */
  read(name: string): Promise<readonly string[]>
}

/** There was no answer, or none that says anything of the name: later, perhaps. */
export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable'
}
