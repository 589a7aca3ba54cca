import { expect, test } from 'vitest'
import { explainLog } from './explain-log.ts'

const cases = [
  ['FATAL:  could not write to file "base/1/2": No space left on device', 'disk_full', 'COUNTERSIGN_DATA'],
  ['could not create directory "/x/pg_wal": Disk quota exceeded', 'disk_full', 'Free some space'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'out_of_memory', 'memory'],
  ['FATAL:  could not create shared memory segment: No space left on device', 'out_of_memory', 'memory'],
  ['DETAIL:  The data directory was initialized by PostgreSQL version 17', 'wrong_version', 'major version'],
  ['FATAL:  database files are incompatible with server', 'cluster_broken', 'incompatible'],
  ['FATAL:  required WAL directory "pg_wal" does not exist', 'cluster_broken', 'pg_wal'],
  ['FATAL:  lock file "postmaster.pid" already exists', 'in_use', 'Stop it'],
  ['FATAL:  data directory "/x" has wrong ownership', 'no_permission', 'user who owns it'],
  [
    'PANIC:  could not locate a valid checkpoint record at 0/17',
    'cluster_broken',
    'could not locate a valid checkpoint',
  ],
  ['FATAL:  incorrect checksum in control file "global/pg_control"', 'cluster_broken', 'backup'],
  [
    'FATAL:  could not open file "base/5/PG_VERSION": No such file or directory',
    'cluster_broken',
    'base/5/PG_VERSION',
  ],
  ['FATAL:  something new', 'start_failed', 'something new'],
  ['', 'start_failed', 'it said nothing'],
]

test.each(cases)('%s is %s', (log, code, advice) => {
  const error = explainLog(`2026-01-01 UTC LOG:  starting\n${log}\n`.replace(/^.*\n\n$/, ''), '/x/pg18')

  expect(error.code).toBe(code)
  expect(error.message).toContain(advice)
})
