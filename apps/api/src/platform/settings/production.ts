import { unrealPayment } from './payment.ts'

type Environment = Readonly<Record<string, string | undefined>>

const needed: Readonly<Record<string, string>> = {
  DATABASE_URL: 'not set: where the database is. For a try-out on one machine, use npm start',
  TIMESTAMP_AUTHORITIES: 'not set: without a timestamp there is no signature',
  SMTP_URL: 'not set: invitations could not be sent',
}

/** What nobody but a test system can do without. */
const neededByPeople: Readonly<Record<string, string>> = {
  PUBLIC_URL:
    'not set: the address that people see, such as https://sign.example; links in emails are made from it',
  MAIL_FROM: 'not set: the sender of all emails, such as Countersign <no-reply@sign.example>',
  COUNTERSIGN_MASTER_KEY:
    'not set: 32 bytes in base64 (openssl rand -base64 32), the same for all processes; an installation that has ' +
    'a master.key in COUNTERSIGN_DATA keeps the content of that file as its key',
}

/** Settings that production needs and that are not there, or that it must not have. */
export function wrongInProduction(given: Environment): string[] {
  const isTestSystem = ['1', 'true'].includes(given['TEST_SYSTEM'] ?? '')
  const all = { ...needed, ...(isTestSystem ? {} : neededByPeople) }
  const missing = Object.entries(all).filter(([name]) => given[name] === undefined)
  return [
    ...missing.map(([name, why]) => `${name} (${why})`),
    ...inTheClear(given),
    ...(isTestSystem ? [] : [...unrealPayment(given), ...documentsInTheClear(given)]),
  ]
}

/** Passwords, codes and documents cross the network: only what stays on this machine may go without TLS. */
function leavesInTheClear(url: string | undefined): boolean {
  const isLocal = /^http:\/\/([^/:]+\.)?localhost(:|\/|$)|^http:\/\/(127\.[\d.]+|\[::1\])(:|\/|$)/
  return url !== undefined && url.startsWith('http:') && !isLocal.test(url)
}

function inTheClear(given: Environment): string[] {
  return ['PUBLIC_URL', 'VERIFICATION_URL']
    .filter((name) => leavesInTheClear(given[name]))
    .map((name) => `${name} (https: TLS ends at the balancer in front; http only on localhost)`)
}

function documentsInTheClear(given: Environment): string[] {
  return ['STORE_S3_ENDPOINT', 'BACKUP_S3_ENDPOINT']
    .filter((name) => leavesInTheClear(given[name]))
    .map((name) => `${name} (https: documents cross the network; http only to this machine)`)
}

const pairs = [
  ['SMS_GATEWAY_URL', 'SMS_GATEWAY_KEY'],
  ['ERROR_REPORTING_SCRIPT_URL', 'ERROR_REPORTING_DSN'],
  ['CELLO_PRODUCT_ID', 'CELLO_PRODUCT_SECRET'],
  ['STORE_S3_ACCESS_KEY_ID', 'STORE_S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
] as const

/** Settings of which one is worth nothing without the other. */
export function halfPairs(given: Environment): string[] {
  return pairs.flatMap(([a, b]) => {
    if (!given[a] === !given[b]) return []
    const [there, absent] = given[a] ? [a, b] : [b, a]
    return [`${absent} (not set: ${there} and ${absent} go together)`]
  })
}

/** Settings of something that is turned off. */
export function withoutEffect({ VERIFICATION_PORT: port, VERIFICATION_URL: url }: Environment): string[] {
  return url && Number(port || undefined) === 0
    ? ['VERIFICATION_URL (has no effect with VERIFICATION_PORT=0: remove one of the two)']
    : []
}
