import { integrationEndpoints, webEndpoints as endpoints } from '@countersign/contract/endpoints.ts'
import { errors } from '@countersign/contract/errors.ts'
import { expect, test } from 'vitest'
import { describeApi, describeIntegrationApi } from './document.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: { name?: string; in?: string; required?: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { description: string; content: Record<string, unknown> }>
}
const api = describeApi() as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  components: { schemas: Record<string, object>; securitySchemes: object; parameters: object }
}
const operation = (name: string) => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  const found = endpoint && api.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  if (!found) throw new Error(`${name} is not described`)
  return found
}

test('every call of the contract is described, each once', () => {
  const described = Object.values(api.paths).flatMap((item) =>
    Object.values(item).map((op) => op.operationId),
  )
  expect(described.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

test('the calls of API users are a description of their own, though some have the address of another call', () => {
  const { paths } = describeIntegrationApi() as typeof api
  const described = Object.values(paths).flatMap((item) => Object.values(item).map((op) => op.operationId))
  expect(described.toSorted()).toEqual(integrationEndpoints.map(({ name }) => name).toSorted())
})

test('every call is found under a task, and what only the web app calls comes last', () => {
  const groups = api['x-tagGroups']
  const tags = groups.flatMap((group) => group.tags)
  expect(api.tags.map(({ name }) => name)).toEqual(tags)
  expect(new Set(tags).size).toBe(tags.length)
  expect(endpoints.filter(({ name }) => !tags.includes(operation(name).tags[0] ?? ''))).toEqual([])
  expect(groups[0]?.tags[0]).toBe('Sessions')
  expect(groups.at(-1)?.name).toBe('Internal')
  expect(operation('receiveStripeWebhook').tags).toEqual(['Subscriptions'])
})

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  expect(JSON.stringify(api)).not.toContain('$defs')
  const components = api.components as unknown as Record<string, Record<string, object>>
  for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty(name)
})

test('a call names its credential, its parameters and whether they are needed', () => {
  expect(operation('login').security).toEqual([])
  expect(operation('getUser').security).toEqual([{ bearer: [] }])
  expect(operation('getDirectUser').security).toEqual([{ directLink: [] }])
  expect(operation('getSigningStatus').security).toHaveLength(2)
  expect(operation('getDocumentPage').parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'n', in: 'path', required: true },
    { name: 'scale', in: 'query', required: false },
  ])
})

test('a token that is a credential is not told again as a parameter', () => {
  const { parameters, security } = operation('downloadDirectDocument')
  expect(security).toEqual([{ directToken: [] }])
  expect(parameters.map(({ name }) => name)).toEqual(['id', 'signed'])
})

test('a form has the parts that the summary of its call names', () => {
  const { paths } = describeIntegrationApi() as typeof api
  const formOf = (op: Operation | undefined) => op?.requestBody?.content['multipart/form-data']
  const binary = { type: 'string', format: 'binary' }
  expect(formOf(paths['/v2/sendto']?.['post'])).toEqual({
    schema: {
      type: 'object',
      properties: { content: binary, title: { type: 'string' } },
      required: ['content'],
    },
  })
  expect(formOf(operation('validateDocument'))).toMatchObject({ schema: { properties: { content: binary } } })
})

test('files go in as multipart or JSON and come out as what they are', () => {
  expect(Object.keys(operation('addDocument').requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
    'application/json',
  ])
  expect(Object.keys(operation('getReport').responses[200]?.content ?? {})).toEqual([
    'application/pdf',
    'application/json',
    'text/html',
  ])
})

test('every error that a call may answer is listed with its key under its status', () => {
  for (const endpoint of endpoints) {
    const { responses } = operation(endpoint.name)
    for (const key of endpoint.errors)
      expect(responses[errors[key].status]?.description).toContain(`\`${key}\``)
  }
})
