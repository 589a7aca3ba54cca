import { readFileSync, readdirSync } from 'node:fs'
import { load, loadAll } from 'js-yaml'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '../../apps/api/src/platform/settings/config.ts'
import { secretFileName, secretFileNames, secretNames } from '../../apps/api/src/platform/settings/secrets.ts'
import { checkUrl } from '../../apps/api/src/providers/outgoing-requests/check-url.ts'
import { inRoot } from '../paths.mjs'

const folder = (name) => inRoot('deploy/kubernetes', name)
const readText = (...place) => readFileSync(inRoot('deploy/kubernetes', ...place), 'utf8')
const objectsOf = (name) =>
  load(readText(name, 'kustomization.yaml'))
    .resources.filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => loadAll(readText(name, file)))
const base = objectsOf('base')
const example = objectsOf('example')
const deployments = base.filter(({ kind }) => kind === 'Deployment')
const named = deployments.map((deployment) => [deployment.metadata.name, deployment])
const policies = [...base, ...example].filter(({ kind }) => kind === 'NetworkPolicy')
const mounted = ['COUNTERSIGN_MASTER_KEY', 'DATABASE_URL', 'DATABASE_APPLICATION_URL', 'SMTP_URL']
/** What the deployments set themselves: places and ports inside the container. */
const fixed = ['COUNTERSIGN_DATA', 'HEALTH_PORT', 'METRICS_PORT', 'PORT', 'VERIFICATION_PORT']

test.each(['base', 'example'])('%s applies every file that is in its folder', (name) => {
  const { resources, configMapGenerator = [] } = load(readText(name, 'kustomization.yaml'))
  const generated = configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files])
  const listed = [...resources.filter((file) => !file.startsWith('..')), ...generated]
  expect(new Set(['kustomization.yaml', ...listed])).toEqual(new Set(readdirSync(folder(name))))
})

test.each(named)('%s reads every setting from the config map, and secrets from files', (_name, { spec }) => {
  const [container] = spec.template.spec.containers
  expect(container.envFrom).toEqual([{ configMapRef: { name: 'countersign' } }])
  const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  for (const name of mounted) expect(own[secretFileName(name)]).toBe(`/etc/countersign/secrets/${name}`)
  const others = Object.keys(own).filter((name) => !mounted.map(secretFileName).includes(name))
  expect(others.filter((name) => !fixed.includes(name) || !settingNames.includes(name))).toEqual([])
  expect(container.volumeMounts).toContainEqual({
    name: 'secrets',
    mountPath: '/etc/countersign/secrets',
    readOnly: true,
  })
  expect(spec.template.spec.volumes.find(({ name }) => name === 'secrets').secret.secretName).toBe(
    'countersign',
  )
})

test('the settings of the example are settings of this release, and none is a secret in plain text', () => {
  const lines = readText('example', 'settings.env').trim().split('\n')
  const given = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(Object.keys(given).filter((name) => ![...settingNames, ...secretFileNames].includes(name))).toEqual(
    [],
  )
  expect(Object.keys(given).filter((name) => secretNames.includes(name))).toEqual([])
  const readable = Object.fromEntries(
    Object.entries(given).filter(([name]) => !secretFileNames.includes(name)),
  )
  expect(readConfig(readable).publicUrl).toBe('https://sign.example')
})

test.each(named)(
  '%s runs as an ordinary user on a read-only root without capabilities',
  (_name, { spec }) => {
    const { securityContext, containers, automountServiceAccountToken, volumes } = spec.template.spec
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(automountServiceAccountToken).toBe(false)
    for (const container of containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    const writable = containers[0].volumeMounts.filter(({ readOnly }) => !readOnly)
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/var/lib/countersign', '/tmp'])
    expect(containers[0].volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
    expect(containers[0].resources.limits.memory).toBeDefined()
  },
)

test.each(named)(
  '%s is replaced without a gap, on other nodes, with time to end its work',
  (_name, { spec, metadata }) => {
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(spec.replicas).toBeGreaterThan(1)
    const labels = spec.template.metadata.labels
    expect(spec.selector.matchLabels).toEqual(labels)
    expect(spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels)
    const delay = readConfig({ DATABASE_URL: 'postgres://a/b' }).shutdownDelay
    expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(delay + 30_000)
    const budget = base.find(
      ({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata.name,
    )
    expect(budget.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: labels } })
  },
)

test.each(named)(
  '%s is restarted for /healthz alone; /readyz decides only about traffic',
  (_name, { spec }) => {
    const [container] = spec.template.spec.containers
    expect(container.startupProbe.httpGet.path).toBe('/healthz')
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    const ports = container.ports.map(({ name }) => name)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(ports).toContain(container[probe].httpGet.port)
  },
)

test('nothing is reached and nothing reaches out unless a policy says so', () => {
  const deny = policies.find(({ metadata }) => metadata.name === 'countersign-deny')
  expect(deny.spec).toEqual({
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'countersign' } },
    policyTypes: ['Ingress', 'Egress'],
  })
  const open = policies
    .flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])])
    .filter(({ from, to, ports }) => !(from ?? to)?.length || !ports?.length)
  expect(open).toEqual([])
  const toMetrics = policies.filter(({ spec }) =>
    (spec.ingress ?? []).some(({ ports }) => ports.some(({ port }) => port === 'metrics')),
  )
  expect(toMetrics.map(({ spec }) => spec.ingress[0].from[0].namespaceSelector.matchLabels)).toEqual([
    { 'kubernetes.io/metadata.name': 'monitoring' },
  ])
})

test('a callback can be delivered to every port that is accepted for it', () => {
  const outside = policies.find(({ metadata }) => metadata.name === 'countersign-outside')
  const [{ ports }] = outside.spec.egress
  const isOpen = (port) => ports.some(({ port: first, endPort = first }) => port >= first && port <= endPort)
  const accepted = Array.from({ length: 65_536 }, (_, port) => port).filter(
    (port) => typeof checkUrl(`https://hooks.example:${port}/`, []) !== 'string',
  )
  expect(accepted).toContain(8443)
  expect(accepted.filter((port) => !isOpen(port))).toEqual([])
})

test('the service, the ingress and the pod monitor name ports that the pods have', () => {
  const ports = deployments.flatMap(({ spec }) =>
    spec.template.spec.containers[0].ports.map(({ name }) => name),
  )
  const service = base.find(({ kind }) => kind === 'Service')
  for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort)
  const ingress = example.find(({ kind }) => kind === 'Ingress')
  for (const { http } of ingress.spec.rules)
    expect(service.spec.ports.map(({ name }) => name)).toContain(http.paths[0].backend.service.port.name)
  expect(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe('114m')
  const monitor = load(readFileSync(inRoot('deploy/monitoring/pod-monitor.yaml'), 'utf8'))
  for (const { port } of monitor.spec.podMetricsEndpoints) expect(ports).toContain(port)
})
