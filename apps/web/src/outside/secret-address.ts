/**
 * Addresses that carry a secret, of a link in a mail or of a way back from another service: no script of others may see one.
 * A page that has loaded such a script is left by loading the address again, without it.
 */
export function carriesSecret(path: string, search: string): boolean {
  if (/^\/(direct-sign|signup\/confirm|signup\/flows|password-reset|sendto)(\/|$)/.test(path)) return true
  // /view/{id} is an account's, /view/{id}/{userid} a link's.
  if (/^\/view\/[^/]+\/[^/]+/.test(path)) return true
  const query = new URLSearchParams(search)
  return ['token', 'usertoken', 'code', 'state'].some((name) => query.has(name))
}
