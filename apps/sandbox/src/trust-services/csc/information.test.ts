import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { at } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { apiOf, providers } from './providers.ts'

let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())

const versions = (version: number) => providers.filter((each) => each.version === version)
/** CSC API v1.0.4.0 §11.1 and v2.0.0.2 §11.1, "REQUIRED". */
const required = ['specs', 'name', 'logo', 'region', 'lang', 'description', 'authType', 'oauth2', 'methods']
const added = ['signAlgorithms', 'signature_formats', 'conformance_levels']
const info = async (path: string) => (await call(services, `${path}/info`, {}, { isStranger: true })).body

test.each(versions(1))('$name answers info with what version 1 requires, to anyone', async (provider) => {
  const body = await info(apiOf(provider))
  expect(Object.keys(body as object).toSorted()).toEqual([...required].toSorted())
  expect(at(body, 'specs')).toBe('1.0.4.0')
})

test.each(versions(2))('$name answers info with what version 2 requires, to anyone', async (provider) => {
  const body = await info(apiOf(provider))
  expect(Object.keys(body as object)).toEqual(expect.arrayContaining([...required, ...added]))
  expect(at(body, 'signAlgorithms', 'algos')).toEqual(provider.algorithms)
  expect(at(body, 'signature_formats', 'formats')).toEqual([])
})

/** As services that were asked in 2026 answered: CSC 2.2 with and without authorization_details, and a 2.0 before either. */
test('pushed requests, authorization_details and the type of hash are announced where they are taken', async () => {
  const announced = async (path: string) => {
    const body = await info(path)
    const methods = at(body, 'methods') as string[]
    return {
      isPushed: methods.includes('oauth2/pushed_authorize'),
      supportsRar: at(body, 'supportsRar'),
      supportedHashTypes: at(body, 'supportedHashTypes'),
    }
  }
  expect(await announced('/csc/v2')).toEqual({
    isPushed: true,
    supportsRar: true,
    supportedHashTypes: ['dtbsr'],
  })
  expect(await announced('/pushed/csc/v2')).toEqual({
    isPushed: true,
    supportsRar: false,
    supportedHashTypes: ['2.16.840.1.101.3.4.2.1'],
  })
  expect(await announced('/plain/csc/v2')).toEqual({ isPushed: false })
})

test('a method that a service does not offer is refused with 501', async () => {
  expect((await call(services, '/csc/v2/signatures/timestamp', {})).status).toBe(501)
  expect((await call(services, '/plain/csc/v2/credentials/authorize', {})).status).toBe(501)
})
