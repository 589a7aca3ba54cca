// Addresses that carry a secret: the no-account signer's user id and a hand-over's token in the path, a
// validation's id, tokens in the query.
const secretInPath =
  /^(\/(?:view|direct-sign)\/[^/?]+\/|(?:\/v[23]|\/signup\/confirm)?\/sendto\/|\/v1\/validations\/)[^/?]+/
const secretInQuery = /([?&](?:token|usertoken|code|state)=)[^&]*/gi

/** An address as a log may have it. */
export function redacted(url: string): string {
  return url.replace(secretInPath, '$1…').replace(secretInQuery, '$1…')
}
