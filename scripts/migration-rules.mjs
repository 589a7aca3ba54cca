// What a migration may do, by what it declares (docs/decisions/0102-schema-compatibility-and-replicas.md, docs/recipes.md).

/** From here on each migration declares what code can run after it. */
export const declaredSince = '0072'
const header = /^-- compatibility: (expand|contract, needs (\d{4}))$/m

/** What would break code that was written before: where, and why. Each may be allowed by a comment `-- safe: why` before it. */
const breaking = [
  [/\bDROP (?!NOT NULL|DEFAULT|INDEX)/i, 'DROP takes away what older code uses'],
  [/\bRENAME\b/i, 'RENAME takes a name away'],
  [/\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i, 'another TYPE changes what older code reads and writes'],
  [/\bSET NOT NULL\b/i, 'SET NOT NULL refuses what older code writes'],
  [/\bDROP DEFAULT\b/i, 'without its DEFAULT older code may not insert'],
  [
    /\bADD (?!CONSTRAINT\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT NULL\b/i,
    'NOT NULL without DEFAULT refuses what older code inserts',
  ],
  [
    /\bADD (CONSTRAINT \w+ )?(CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\b/i,
    'a constraint refuses what older code writes',
  ],
  [/\bCREATE UNIQUE INDEX\b/i, 'a unique index refuses what older code writes'],
  [/\b(TRUNCATE|DELETE FROM)\b/i, 'rows that older code reads are removed'],
  [/\bREVOKE\b/i, 'REVOKE takes a right away'],
]

/** What is wrong with a migration. */
export function findMigrationProblems(name, sql) {
  if (name.slice(0, 4) < declaredSince) return []
  const [, kind, needs] = header.exec(sql) ?? []
  if (!kind)
    return [
      `${name} doesn't declare which code can run after it: -- compatibility: expand, or contract, needs 00NN`,
    ]
  if (needs !== undefined)
    return needs < name.slice(0, 4)
      ? []
      : [`${name} needs ${needs}, which isn't before it: nothing could run beside it`]
  const statements = statementsOf(sql)
  const made = new Set(
    statements.map(({ text }) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(text)?.[1]),
  )
  return statements.flatMap(({ text, isSafe }) => {
    if (isSafe || isAboutNewTable(text, made)) return []
    return breaking.flatMap(([found, why]) =>
      found.test(text) ? [`${name} is no expanding migration: ${why}: ${text.slice(0, 80)}`] : [],
    )
  })
}

/** Whichever begins first: there may be an apostrophe in a comment, and a comment in a text. */
const commentOrText = /--.*$|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/gm
const safe = '-- safe'

/** Without comments, texts, and the bodies of functions. What a DO block does is done at once. */
function statementsOf(sql) {
  const plain = sql
    .replaceAll(/\bDO\s+(\$\w*\$)([\s\S]*?)\1/gi, 'DO; $2')
    .replaceAll(commentOrText, (found) => {
      if (!/^(--|\/\*)/.test(found)) return "''"
      return /^-- safe: \S/.test(found) ? safe : ' '
    })
  return plain.split(';').map((part) => ({
    isSafe: part.includes(safe),
    // `numeric(10, 2)` has a comma that ends nothing.
    text: part
      .replaceAll(safe, ' ')
      .replaceAll(/\(\s*\d[\d\s,]*\)/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

function isAboutNewTable(text, made) {
  const [, table] = /\b(?:ALTER TABLE (?:ONLY )?|TRUNCATE |DELETE FROM |INDEX \w+ ON )(\w+)/i.exec(text) ?? []
  return table !== undefined && made.has(table)
}
