// Addresses that carry a secret: the no-account signer's user id and an anonymous upload’s token in the path, a
// validation's id, an approval's (by which it may be stopped) and the state of a redirect, tokens in the query.
const secretInPath =
  /^(\/(?:view|direct-sign)\/[^/?]+\/|(?:\/v[123]|\/signup\/confirm)?\/sendto\/|\/v1\/validations\/|\/v3\/mab\/redirect-sign\/|\/v3\/(?:direct\/)?swisscom\/proceed\/|\/v3\/sign\/(?:cancel|reauthenticate)\/)[^/?]+/
const secretInQuery = /([?&](?:token|usertoken|code|state)=)[^&]*/gi

/** An address as a log may have it. */
export function redacted(url: string): string {
  return url.replace(secretInPath, '$1…').replace(secretInQuery, '$1…')
}

/** The path of a call, as the log has it: without the query, as people are searched for by their emails, and without emails in it. */
export function pathForLog(url: string): string {
  const [path = ''] = redacted(url).split('?')
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '…@…' : part))
  return parts.join('/')
}
