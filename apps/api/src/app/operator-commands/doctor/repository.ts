import type pg from 'pg'

export interface ServerFacts {
  readonly version: string
  readonly versionNumber: number
  readonly encoding: string
  readonly login: string
  readonly isSuperuser: boolean
  readonly isReadOnly: boolean
  readonly isEncrypted: boolean
  /** Over the network, and not a socket or this machine. */
  readonly isRemote: boolean
  readonly maxConnections: number
}

export async function readServer(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
      pg_encoding_to_char(d.encoding) AS encoding, session_user AS login, r.rolsuper AS "isSuperuser",
      current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
      coalesce(inet_client_addr() IS NOT NULL AND NOT inet_client_addr() <<= '127.0.0.0/8' AND inet_client_addr() <> '::1', false) AS "isRemote",
      current_setting('max_connections')::int AS "maxConnections"
    FROM pg_database d, pg_roles r WHERE d.datname = current_database() AND r.rolname = session_user`)
  const [facts] = rows
  if (!facts) throw new Error('the server gives no answer about itself')
  return facts
}
