import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../paths.mjs'

const dockerfile = readFileSync(inRoot('deploy/Dockerfile'), 'utf8')
const instructions = dockerfile
  .replaceAll(/\\\n/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

test('the image runs as a user by number and names its version and commit', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  expect(instructions.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000'])
  expect(instructions).toContain(`ARG VERSION=${version}`)
  expect(instructions.find((line) => line.startsWith('LABEL '))).toMatch(
    /image\.version="\$\{VERSION\}".*image\.revision="\$\{COMMIT\}"/,
  )
})

test('the image is checked for liveness: a database that is away restarts nothing', () => {
  const check = dockerfile.slice(dockerfile.indexOf('HEALTHCHECK'))
  expect(check).toContain('/healthz')
  expect(check).not.toContain('/readyz')
})

test('every workspace that a stage installs has its package.json there', () => {
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  for (const workspace of workspaces)
    expect(instructions).toContain(`COPY ${workspace}/package.json ${workspace}/`)
})
