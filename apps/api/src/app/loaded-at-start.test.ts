import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load: (url, context, next) => {
      const [, name] = /.*\\/node_modules\\/(@[^/]+\\/[^/]+|[^/]+)\\//.exec(url) ?? []
      if (name) packages.add(name)
      return next(url, context)
    },
  })
  await import('./prepare-database.ts')
  await import('./run.ts')
  console.log(JSON.stringify([...packages]))`

test('a start loads no library of a service that isn’t configured, and none that few calls need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  })
  const packages = JSON.parse(stdout) as string[]
  expect(packages).toContain('fastify')
  expect(
    packages.filter((name) => /^@aws-sdk\/|^@smithy\/|^@opentelemetry\/(?!api$)|^sharp$/.test(name)),
  ).toEqual([])
})
