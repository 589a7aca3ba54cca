/** Cookies of our own: preferences, never secrets that last. */

/** In which a return from the company's provider leaves its one-time code, for a few minutes. */
export const ssoCodeCookie = 'countersign.sso'

const year = 365 * 24 * 60 * 60

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

export function writeCookie(name: string, value: string): void {
  document.cookie = cookieText(name, value, location.protocol === 'https:')
}

/** Kept a year, sent to this site alone. */
export function cookieText(name: string, value: string, secure: boolean): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${year}; SameSite=Strict${secure ? '; Secure' : ''}`
}

export function deleteCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict`
}

/** For the call alone that leads this browser to the company's provider, at once: no other browser may follow the same address. */
export function writeBrowserSecret(secret: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `countersign.reauthentication=${secret}; Path=/v1/single-sign-on/reauthenticate; Max-Age=120; SameSite=Strict${secure}`
}

export function cookiesWork(): boolean {
  document.cookie = 'cookie-check=1; Path=/; SameSite=Strict'
  const works = document.cookie.includes('cookie-check=1')
  deleteCookie('cookie-check')
  return works
}
