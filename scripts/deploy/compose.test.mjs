import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { settingNames } from '../../apps/api/src/platform/settings/config.ts'
import { secretFileName, secretNames } from '../../apps/api/src/platform/settings/secrets.ts'
import { inRoot } from '../paths.mjs'

const compose = load(readFileSync(inRoot('deploy/compose.yaml'), 'utf8'))
const { database, api, worker, proxy } = compose.services
const processes = { api, worker }

/** What compose.yaml sets itself, so that .env can't: places and ports inside the container. */
const fixed = ['COUNTERSIGN_DATA', 'HEALTH_PORT', 'PORT', 'VERIFICATION_PORT', 'BACKUP_FOLDER']
/** What no installation runs without: mounted as files. */
const mounted = ['COUNTERSIGN_MASTER_KEY', 'DATABASE_URL', 'DATABASE_APPLICATION_URL', 'SMTP_URL']

test.each(Object.entries(processes))(
  'the %s reads every setting from .env, except those that compose.yaml sets',
  (_name, { env_file, environment }) => {
    expect(env_file).toEqual(['.env'])
    const own = Object.keys(environment).filter((name) => !mounted.map(secretFileName).includes(name))
    expect(own.filter((name) => !fixed.includes(name))).toEqual([])
    // A variable that is set here to a value of .env would hide what .env says when that changes its meaning.
    expect(Object.values(environment).filter((value) => /\$/.test(value))).toEqual([])
    expect(
      [...mounted, 'PORT', 'VERIFICATION_PORT'].filter(
        (name) => ![...settingNames, ...secretNames].includes(name),
      ),
    ).toEqual([])
  },
)

test.each(Object.entries(processes))(
  'the %s reads its secrets from files that are mounted',
  (_name, { environment, secrets }) => {
    for (const name of mounted) {
      const file = environment[secretFileName(name)]
      expect(file).toMatch(/^\/run\/secrets\//)
      const secret = file.replace('/run/secrets/', '')
      expect(secrets).toContain(secret)
      expect(compose.secrets[secret]).toEqual({ file: `./secrets/${secret}` })
    }
    const inPlain = Object.keys(environment).filter((name) => secretNames.includes(name))
    expect(inPlain).toEqual([])
  },
)

test('no value of env.example has quotes: Podman and docker run make them part of it', () => {
  const values = readFileSync(inRoot('deploy/env.example'), 'utf8').match(/^#? ?[A-Z_]+=.*/gm)
  expect(values.length).toBeGreaterThan(5)
  expect(values.filter((line) => /=["']|["']$/.test(line))).toEqual([])
})

test('create-secrets.sh makes every secret that compose.yaml mounts', () => {
  const script = readFileSync(inRoot('deploy/create-secrets.sh'), 'utf8')
  for (const name of Object.keys(compose.secrets)) expect(script).toContain(`make ${name} `)
})

test('create-secrets.sh makes no empty secret where openssl is missing or fails, and replaces one that is empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'create-secrets-'))
  const [script, bin] = [join(folder, 'create-secrets.sh'), join(folder, 'bin')]
  copyFileSync(inRoot('deploy/create-secrets.sh'), script)
  mkdirSync(bin)
  for (const tool of ['sh', 'cat', 'chmod', 'dirname', 'mkdir', 'mv'])
    symlinkSync(
      execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
      join(bin, tool),
    )
  const run = () =>
    spawnSync('sh', [script], { env: { PATH: bin, SMTP_URL: 'smtp://mail.example' }, encoding: 'utf8' })
  const made = () => readdirSync(join(folder, 'secrets'))
  try {
    expect(run()).toMatchObject({ stderr: expect.stringContaining('openssl is needed') })
    expect([run().status, made()]).toEqual([1, []])
    writeFileSync(join(bin, 'openssl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect([run().status, made()]).toEqual([1, []])
    writeFileSync(join(folder, 'secrets', 'master-key'), '')
    writeFileSync(join(bin, 'openssl'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    expect(run()).toMatchObject({ status: 0 })
    expect(made().toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
    expect(readFileSync(join(folder, 'secrets', 'master-key'), 'utf8')).toBe('rand -base64 32')
    expect(run()).toMatchObject({ status: 0, stdout: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the application signs in as a role that may not change evidence, and nobody as a superuser', () => {
  const script = readFileSync(inRoot('deploy/create-secrets.sh'), 'utf8')
  expect(script).toContain('database-application-url "postgres://countersign_login:')
  expect(script).toContain('database-url "postgres://countersign:')
  expect(database.environment).not.toHaveProperty('POSTGRES_USER')
  expect(readFileSync(inRoot('deploy/create-database.sh'), 'utf8')).toContain(
    'CREATE ROLE countersign LOGIN CREATEROLE CREATEDB PASSWORD',
  )
  expect(api.secrets).not.toContain('database-administrator-password')
})

test.each(Object.entries(compose.services))(
  '%s has a read-only root, no capabilities that it can do without, limits and bounded logs',
  (name, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.restart).toBe('unless-stopped')
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.logging.options).toEqual({ 'max-size': '20m', 'max-file': '5' })
    expect(service.tmpfs.join()).toContain('/tmp')
    if (name in processes) {
      expect(service).not.toHaveProperty('cap_add')
      expect(service.user).toBe('1000:1000')
    }
  },
)

test('only the two processes reach the database, and it reaches nothing', () => {
  expect(compose.networks.database.internal).toBe(true)
  expect(database.networks).toEqual(['database'])
  expect(proxy.networks).not.toContain('database')
  expect(database).not.toHaveProperty('ports')
})

test('the api is open on this machine alone; the proxy is optional and takes the largest upload', () => {
  expect(api.ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
  expect(worker).not.toHaveProperty('ports')
  expect(proxy.profiles).toEqual(['proxy'])
  expect(readFileSync(inRoot('deploy/Caddyfile'), 'utf8')).toContain('max_size 114MiB')
  expect(readFileSync(inRoot('deploy/env.example'), 'utf8')).toContain('\nTRUST_PROXY=1\n')
})

test('what an operator puts beside compose.yaml is in no commit and in no image', () => {
  const beside = [...api.env_file, ...api.volumes.map((volume) => volume.split(':')[0])]
    .concat(Object.values(compose.secrets).map(({ file }) => path.dirname(file)))
    .flatMap((place) => (place.startsWith('.') ? [path.normalize(place)] : []))
  // Certificates are no secret.
  const secret = [...new Set(beside)].filter((place) => place !== 'anchors.pem')
  expect(secret.toSorted()).toEqual(['.env', 'secrets', 'trust-services'])
  const lines = (file) => readFileSync(inRoot(file), 'utf8').split('\n')
  for (const place of secret) {
    expect(lines('.gitignore').map((line) => line.replace(/\/$/, ''))).toContain(`/deploy/${place}`)
    expect(lines('deploy/Dockerfile.dockerignore')).toContain(`deploy/${place}`)
  }
})
