import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { applicationRole } from '../connect.ts'

/** Makes the login of DATABASE_APPLICATION_URL where there is none, and lets it act in the application's role. */
export async function ensureApplicationLogin(
  owner: pg.ClientBase,
  applicationString: string,
): Promise<string> {
  const { user = '', password } = new pg.Client({ connectionString: applicationString })
  const name = pg.escapeIdentifier(user)
  const { rows } = await owner.query<{ is_there: boolean; is_member: boolean }>(
    `SELECT count(*) > 0 AS is_there, coalesce(bool_or(pg_has_role(oid, $2, 'MEMBER')), false) AS is_member
     FROM pg_roles WHERE rolname = $1`,
    [user, applicationRole],
  )
  if (!rows[0]?.is_there) {
    const secret =
      typeof password === 'string' && password ? ` PASSWORD ${pg.escapeLiteral(scram(password))}` : ''
    await owner.query(`CREATE ROLE ${name} LOGIN${secret}`)
  }
  if (!rows[0]?.is_member) await owner.query(`GRANT ${applicationRole} TO ${name}`)
  return name
}

/** RFC 5803: the password itself is neither sent nor in any log of the server. */
export function scram(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}
