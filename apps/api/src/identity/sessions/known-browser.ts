import { canonicalEmail } from '@countersign/contract/email.ts'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type HashKeys, keyedHash } from '#api/platform/secrets/hash-keys.ts'

// A browser that has signed in keeps a proof of it. Its wrong passwords are counted apart from everybody else's, so that
// nobody locks another person out by guessing. The proof opens nothing: it only chooses which count applies.

const name = 'countersign.known-browser'
/** Signing in with a password, a second factor and through the company: these have `/v1` in common. */
const calls = '/v1'
/** As long as browsers keep a cookie (RFC 6265bis §5.5). */
const seconds = 400 * 86_400
/** People who share a browser. */
const proofsAtMost = 5

interface Browser {
  readonly hashKeys: HashKeys
  readonly email: string
  /** The Cookie header of the call. */
  readonly cookies: string | undefined
}

/** Which browser this is, where it has signed in with this email before; null for any other. */
function findKnownBrowser({ hashKeys, email, cookies }: Browser): string | null {
  const proof = readProofs(cookies).find((one) => isProofOf(hashKeys, email, one))
  return proof ? nonceOf(proof) : null
}

/** The cookie for a browser that has just signed in: the proof for this email first, those of others behind it. */
function knownBrowserCookie({ hashKeys, email, cookies }: Browser, isSecure: boolean): string {
  const others = readProofs(cookies).filter((one) => !isProofOf(hashKeys, email, one))
  const nonce = findKnownBrowser({ hashKeys, email, cookies }) ?? randomBytes(16).toString('base64url')
  const proofs = [`${nonce}.${macOf(hashKeys, email, nonce)}`, ...others].slice(0, proofsAtMost)
  const limits = `Path=${calls}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
  return `${name}=${proofs.join('~')}; ${limits}${isSecure ? '; Secure' : ''}`
}

/** What the browser of a call shows of its earlier sign-ins, and is given once it has signed in. */
export function browserOf(
  { hashKeys, config }: { readonly hashKeys: HashKeys; readonly config: { readonly publicUrl: string } },
  call: {
    readonly request: { readonly headers: { readonly cookie?: string | undefined } }
    readonly setCookie: (cookie: string) => void
  },
) {
  const { cookie: cookies } = call.request.headers
  const isSecure = config.publicUrl.startsWith('https:')
  return {
    /** Null for one that has not signed in with this email. */
    known: (email: string) => findKnownBrowser({ hashKeys, email, cookies }),
    /** Its next sign-in with this email is counted apart. */
    remember: (email: string) => call.setCookie(knownBrowserCookie({ hashKeys, email, cookies }, isSecure)),
  }
}

function readProofs(cookies: string | undefined): string[] {
  const start = `${name}=`
  // A browser may have one of a release whose cookie was for fewer calls beside ours.
  const values = cookies?.split(/;\s*/).filter((cookie) => cookie.startsWith(start)) ?? []
  const proofs = values.flatMap((value) => value.slice(start.length).split('~').slice(0, proofsAtMost))
  return [...new Set(proofs)].slice(0, proofsAtMost * 2)
}

function isProofOf(hashKeys: HashKeys, email: string, proof: string): boolean {
  const given = Buffer.from(proof.slice(nonceOf(proof).length + 1))
  const right = Buffer.from(macOf(hashKeys, email, nonceOf(proof)))
  return given.length === right.length && timingSafeEqual(given, right)
}

function nonceOf(proof: string): string {
  return proof.split('.', 1)[0] ?? ''
}

function macOf(hashKeys: HashKeys, email: string, nonce: string): string {
  return keyedHash(hashKeys, 'known-browser')
    .update(`${canonicalEmail(email)}\n${nonce}`)
    .digest('base64url')
}
