import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { events } from '#api/platform/metrics/instruments.ts'
import { version } from '#api/platform/version.ts'
import type { Context } from '#api/providers/context.ts'
import { openReadiness, type Readiness } from '#api/app/readiness/readiness.ts'
import { presentHealth } from '#api/app/trust-services/health.ts'
import { addGauges, type GaugeDescription, type Reading } from './gauges.ts'
import { type Figures, openFigures } from './figures.ts'
import { installationGauges } from './installation-gauges.ts'

interface Options {
  readonly readiness?: (() => Promise<Readiness>) | undefined
  readonly figures?: Figures | undefined
  /** What another run of the same process has counted stays out of a test's way: it has a registry of its own. */
  readonly withDefaults?: boolean
}

export interface Metrics {
  readonly contentType: string
  /** In Prometheus' text format. */
  text(): Promise<string>
  /** All there are, as the documentation, the dashboard and the alerts may name them. */
  describe(): MetricDescription[]
}

export interface MetricDescription {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labels: readonly string[]
}

/** What this process, its parts and the whole installation are doing. Whatever can't be found out is left out. */
export function openMetrics(context: Context, options: Options = {}): Metrics {
  const {
    figures = openFigures(context),
    readiness = openReadiness(context, { figures }),
    withDefaults = true,
  } = options
  const own = new Registry()
  if (withDefaults) collectDefaultMetrics({ register: own })
  addGauges(own, ownGauges(context, readiness))
  addGauges(own, installationGauges(figures, { hasBackupTarget: context.backupTarget !== null }))
  return {
    contentType: own.contentType,
    text: async () => (await Promise.all([events.metrics(), own.metrics()])).join('\n'),
    describe: () => [events, own].flatMap((one) => one.getMetricsAsArray().map(describeMetric)),
  }
}

/** The library keeps a metric's labels and type to itself. */
function describeMetric(metric: object): MetricDescription {
  const {
    name,
    help,
    labelNames = [],
  } = metric as { name: string; help: string; labelNames?: readonly string[] }
  return { name, help, type: metric.constructor.name.toLowerCase(), labels: labelNames }
}

const states = ['UP', 'FAILING', 'DOWN', 'UNKNOWN'] as const
const stateReadings = (label: string, name: string, state: string): Reading[] =>
  states.map((one) => ({ labels: { [label]: name, state: one }, value: one === state ? 1 : 0 }))

function ownGauges(context: Context, readiness: () => Promise<Readiness>): Record<string, GaugeDescription> {
  const { config, trustServices, identification, timestampAuthority, databaseClock, reads } = context
  const pools = { application: context.pool, lists: context.listPool }
  return {
    build_info: {
      labels: ['version', 'commit', 'node'],
      help: 'Always 1; the release that runs, the commit it was built from and its Node.',
      read: async () => [
        { labels: { version, commit: config.commit ?? '', node: process.versions.node }, value: 1 },
      ],
    },
    part_up: {
      labels: ['part'],
      help: 'Whether a part works, as /readyz reports it: 1 or 0. Without mail, queue or replica people still sign; without any other part nobody does.',
      read: async () =>
        Object.entries(await readiness()).map(([part, { reason }]) => ({
          labels: { part },
          value: reason === null ? 1 : 0,
        })),
    },
    clock_difference_seconds: {
      help: 'How far the clock of this process is ahead of the database’s; negative where it is behind.',
      read: async () => [{ value: databaseClock.latest().aheadBy / 1000 }],
    },
    database_connections: {
      labels: ['pool', 'state'],
      help: 'Database connections of this process, by pool and state: used or idle.',
      read: async () =>
        Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
          { labels: { pool, state: 'used' }, value: totalCount - idleCount },
          { labels: { pool, state: 'idle' }, value: idleCount },
        ]),
    },
    database_connections_max: {
      labels: ['pool'],
      help: 'The size of each pool of database connections (DATABASE_POOL).',
      read: async () => Object.keys(pools).map((pool) => ({ labels: { pool }, value: config.databasePool })),
    },
    database_connection_requests_waiting: {
      labels: ['pool'],
      help: 'Statements that wait for a database connection, by pool.',
      read: async () =>
        Object.entries(pools).map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount })),
    },
    replica_up: {
      help: 'Whether lists and exports are read from the replica (DATABASE_READ_URL): 1 or 0. Without one there is no value.',
      read: async () => (reads.replica ? [{ value: reads.replica.state().problem === null ? 1 : 0 }] : []),
    },
    replica_lag_bytes: {
      help: 'What the primary has written and the replica has not yet applied.',
      read: async () => [reads.replica?.state().lagBytes ?? []].flat().map((value) => ({ value })),
    },
    disk_free_bytes: {
      help: 'Free space of the file system that holds the data folder (COUNTERSIGN_DATA).',
      read: async () => {
        const { bavail, bsize } = await statfs(config.dataDirectory)
        return [{ value: bavail * bsize }]
      },
    },
    disk_size_bytes: {
      help: 'Size of the file system that holds the data folder.',
      read: async () => {
        const { blocks, bsize } = await statfs(config.dataDirectory)
        return [{ value: blocks * bsize }]
      },
    },
    timestamp_authority_up: {
      labels: ['authority'],
      help: 'Whether a timestamp authority responds, as this process has seen it: 1 or 0.',
      read: async () =>
        timestampAuthority
          .states()
          .flatMap(({ name, isUp }) =>
            isUp === null ? [] : [{ labels: { authority: name }, value: isUp ? 1 : 0 }],
          ),
    },
    timestamp_authority_certificate_end_timestamp_seconds: {
      labels: ['authority'],
      help: 'When the certificate of an authority’s latest timestamp ends, in seconds since 1970.',
      read: async () =>
        timestampAuthority
          .states()
          .flatMap(({ name, certificateEnds }) =>
            certificateEnds ? [{ labels: { authority: name }, value: certificateEnds.getTime() / 1000 }] : [],
          ),
    },
    trust_service_state: {
      labels: ['service', 'state'],
      help: 'The state of each trust service as this process has seen it: 1 for UP, FAILING, DOWN or UNKNOWN, 0 for the others.',
      read: async () =>
        presentHealth(trustServices).flatMap(({ name, state }) => stateReadings('service', name, state)),
    },
    identification_provider_state: {
      labels: ['provider', 'state'],
      help: 'The same of each identity verification provider.',
      read: async () =>
        identification.all().flatMap((one) => stateReadings('provider', one.name, one.health().state)),
    },
  }
}
