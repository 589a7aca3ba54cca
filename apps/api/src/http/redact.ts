// Addresses that carry a secret: the no-account signer's user id in the path, tokens in the query.
const secretInPath = /^(\/(?:view|direct-sign)\/[^/?]+\/)[^/?]+/
const secretInQuery = /([?&](?:token|usertoken|code|state)=)[^&]*/gi

/** An address as a log may have it. */
export function redacted(url: string): string {
  return url.replace(secretInPath, '$1…').replace(secretInQuery, '$1…')
}
