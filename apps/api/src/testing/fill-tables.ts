import type pg from 'pg'

// One row in each table of a schema, made from the catalogue: no column of a new table can be forgotten.

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Texts that the CHECK constraints on it name. */
  readonly words: readonly string[]
}

interface ForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly target: readonly string[]
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly foreignKeys: readonly ForeignKey[]
}

type Row = Record<string, unknown>

const columnsSql = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS is_required
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a'
  ORDER BY c.relname, a.attnum`

const foreignKeysSql = `
  SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target_table,
    ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY k (n, i)
      JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY i) AS columns,
    ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY k (n, i)
      JOIN pg_attribute ON attrelid = confrelid AND attnum = n ORDER BY i) AS target
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`

const checksSql = `
  SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition,
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
  FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`

async function readTables(client: pg.Client, except: readonly string[]): Promise<Table[]> {
  const { rows: columns } = await client.query(columnsSql)
  const { rows: keys } = await client.query(foreignKeysSql)
  const { rows: checks } = await client.query(checksSql)
  const names = [...new Set<string>(columns.map(({ table }) => table))]
  const wordsOf = (table: string, column: string): string[] =>
    checks
      .filter((check) => check.table === table && check.columns.includes(column))
      .flatMap(({ definition }) => [...definition.matchAll(/'([^']*)'::text/g)].map(([, word]) => word))
  return names
    .filter((name) => !except.includes(name))
    .map((name) => ({
      name,
      columns: columns
        .filter(({ table }) => table === name)
        .map(({ name: column, type, is_required: isRequired }) => ({
          name: column,
          type,
          isRequired,
          words: wordsOf(name, column),
        })),
      foreignKeys: keys
        .filter(({ table }) => table === name)
        .map((key) => ({ columns: key.columns, table: key.target_table, target: key.target })),
    }))
}

let made = 0

/** Values to try for a column, the likeliest first. */
function valuesFor({ name, type, words }: Column): unknown[] {
  made += 1
  const number = String(made).padStart(12, '0')
  if (type === 'uuid') return [`00000000-0000-4000-8000-${number}`]
  if (type === 'bytea') return [Buffer.from(number)]
  if (type === 'jsonb' || type === 'json') return ['{}', '[]']
  if (type === 'boolean') return [true, false]
  if (/^(integer|bigint|smallint|numeric|double precision|real)$/.test(type)) return [1, 0, 30]
  if (type === 'date') return ['2026-11-01']
  if (type.startsWith('timestamp')) return ['2026-11-01T10:00:00Z', '2026-12-01T10:00:00Z']
  if (type.endsWith('[]')) return ['{}']
  if (type === 'inet') return ['192.0.2.1']
  return [...words, `${name} ${number}`, `a${number}@example.org`, '7'.repeat(64)]
}

/** The row that a foreign key refers to; of the table itself it is the row that is being made. */
function referred(table: Table, key: ForeignKey, own: Row, filled: ReadonlyMap<string, Row>): Row | null {
  const target = key.table === table.name ? own : filled.get(key.table)
  if (!target) return null
  return Object.fromEntries(key.columns.map((column, index) => [column, target[key.target[index] ?? '']]))
}

async function attempt<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result | null> {
  await client.query('SAVEPOINT attempt')
  try {
    const result = await work()
    await client.query('RELEASE SAVEPOINT attempt')
    return result
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT attempt')
    return null
  }
}

/** Migrations and triggers make some rows. */
async function rowThere(client: pg.Client, table: string): Promise<Row | undefined> {
  const { rows } = await client.query(`SELECT * FROM ${table} LIMIT 1`)
  return rows[0]
}

async function insert(client: pg.Client, table: string, row: Row): Promise<Row> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const values = names.length === 0 ? 'DEFAULT VALUES' : `(${names.join(', ')}) VALUES (${places.join(', ')})`
  const { rows } = await client.query(`INSERT INTO ${table} ${values} RETURNING *`, Object.values(row))
  return rows[0]
}

/** With the required columns alone; where a constraint wants one of several, with a foreign key that may be null. */
async function insertRow(
  client: pg.Client,
  table: Table,
  filled: ReadonlyMap<string, Row>,
): Promise<Row | null> {
  const row = await insertWith(client, table, filled, [])
  if (row) return row
  for (const { columns } of table.foreignKeys) {
    const found = await insertWith(client, table, filled, columns)
    if (found) return found
  }
  return null
}

/** Each column with the first value that its constraints take; null where none does. */
async function insertWith(
  client: pg.Client,
  table: Table,
  filled: ReadonlyMap<string, Row>,
  also: readonly string[],
): Promise<Row | null> {
  const isWanted = ({ name, isRequired }: Column) => isRequired || name === 'id' || also.includes(name)
  const required = table.columns.filter(isWanted)
  const isThere = ({ table: target }: ForeignKey) => target === table.name || filled.has(target)
  const needs = (key: ForeignKey) => required.some(({ name }) => key.columns.includes(name))
  if (table.foreignKeys.some((key) => needs(key) && !isThere(key))) return null
  const choices = required.map((column) => valuesFor(column))
  const first = Object.fromEntries(required.map(({ name }, index) => [name, choices[index]?.[0]]))
  const withKeys = (row: Row) => {
    const keyed = { ...row }
    for (const key of table.foreignKeys)
      for (const [column, value] of Object.entries(referred(table, key, keyed, filled) ?? {}))
        if (column in keyed) keyed[column] = value
    return keyed
  }
  const isFree = (name: string) => !table.foreignKeys.some(({ columns }) => columns.includes(name))
  const open = required.flatMap(({ name }, index) =>
    isFree(name) && (choices[index]?.length ?? 0) > 1 ? [{ name, values: choices[index] ?? [] }] : [],
  )
  return search(client, table.name, withKeys(first), open)
}

/** Tries the values of one column after the other: a constraint names the words of one column at a time. */
async function search(
  client: pg.Client,
  table: string,
  row: Row,
  open: readonly { name: string; values: readonly unknown[] }[],
): Promise<Row | null> {
  const whole = await attempt(client, () => insert(client, table, row))
  if (whole || open.length === 0) return whole
  const combinations = open.reduce<Row[]>(
    (all, { name, values }) =>
      all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))).slice(0, 500),
    [{}],
  )
  for (const combination of combinations) {
    const found = await attempt(client, () => insert(client, table, { ...row, ...combination }))
    if (found) return found
  }
  return null
}

/** What may be null gets a value, too, where the constraints take one. */
async function fillOptional(
  client: pg.Client,
  table: Table,
  row: Row,
  filled: ReadonlyMap<string, Row>,
): Promise<void> {
  for (const column of table.columns) {
    const key = table.foreignKeys.find(({ columns }) => columns.includes(column.name))
    const values = key ? [referred(table, key, row, filled)?.[column.name]] : valuesFor(column)
    for (const value of values) {
      if (value === undefined) continue
      const sql = `UPDATE ${table.name} SET ${column.name} = $1 WHERE ${column.name} IS NULL`
      if (await attempt(client, () => client.query(sql, [value]))) break
    }
  }
}

/** Fills every table but the named with one row; throws with the names of those for which none could be made. */
export async function fillTables(client: pg.Client, except: readonly string[]): Promise<string[]> {
  const tables = await readTables(client, except)
  const filled = new Map<string, Row>()
  await client.query('BEGIN')
  for (let before = -1; before < filled.size;) {
    before = filled.size
    for (const table of tables) {
      if (filled.has(table.name)) continue
      const row = (await rowThere(client, table.name)) ?? (await insertRow(client, table, filled))
      if (row) filled.set(table.name, row)
    }
  }
  for (const table of tables) {
    const row = filled.get(table.name)
    if (row) await fillOptional(client, table, row, filled)
  }
  await client.query('COMMIT')
  const empty = tables.filter(({ name }) => !filled.has(name)).map(({ name }) => name)
  if (empty.length > 0) throw new Error(`No row could be made for ${empty.join(', ')}`)
  return tables.map(({ name }) => name)
}
