import { writeFileSync } from 'node:fs'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { type Figure, percentile, type Row } from '../row.ts'
import { type Observation, type Observer, openObserver, type Sample } from '../sustained/observe.ts'
import { drawPanels } from '../sustained/picture.ts'
import { prepareOrders } from '../sustained/prepare-orders.ts'
import { type SignedCall, signSteadily } from '../sustained/sign-steadily.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 10)
const rate = Number(process.env.BENCH_RATE ?? 60)
const picture = process.env.BENCH_PICTURE
const seconds = minutes * 60
const duration = minutes === 1 ? 'a minute' : `${minutes} minutes`
const latencyLimit = 400
/** Until then the threads compile what they run. */
const warmUp = 10
/**
 * With a call more under way than this, either the rate or the time of a call is beyond its limit (Little’s law): more clients
 * would only wait.
 */
const clients = Math.ceil((rate * latencyLimit) / 1000)
const bucket = 5

interface Run {
  readonly calls: readonly SignedCall[]
  readonly observation: Observation
  /** Milliseconds of the processor that this process needed, to make the calls and to look. */
  readonly client: number
  readonly prepared: string
}

/**
 * Signatures to B-LTA by the whole product for minutes on end, each with its evidence, emails and jobs. Api, worker and threads are
 * one process, as in `npm start`; the database, the timestamp authority and these clients are on the same processors.
 */
export const sustained: Row = {
  name: 'sustained',
  // Ten minutes, and as long again to prepare them.
  onlyByName: true,
  dependsOn: ['hash', 'fsync', 'http'],
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'error' })
    const observer = await openObserver(product)
    try {
      const run = await measure(product, observer)
      if (picture) writeFileSync(picture, draw(run))
      return figuresOf(run)
    } finally {
      await observer.close()
      await product.stop()
    }
  },
}

async function measure(product: Product, observer: Observer): Promise<Run> {
  const began = performance.now()
  const orders = await prepareOrders(product, Math.ceil(rate * (seconds + warmUp)))
  await untilIdle(observer)
  const took = (performance.now() - began) / 1000
  const prepared = `${orders.length} requests prepared in ${Math.round(took)} s before`
  process.stdout.write(`  ${prepared}\n`)
  const first = orders.splice(0, rate * warmUp)
  await signSteadily(product, first, { rate, seconds: warmUp, clients })
  const cpu = process.cpuUsage()
  const stop = await observer.start()
  const calls = await signSteadily(product, orders, { rate, seconds, clients })
  const observation = await stop()
  const { user, system } = process.cpuUsage(cpu)
  return { calls, observation, client: (user + system) / 1000, prepared }
}

/** What the bulk sends left to do: their emails. */
async function untilIdle({ waitingJobs }: Observer): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    quiet = (await waitingJobs()) === 0 ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function figuresOf({ calls, observation, client, prepared }: Run): Figure[] {
  const signed = calls.filter(({ failure }) => failure === null)
  const inTime = signed.filter(({ at }) => at <= seconds * 1000).length
  const times = signed.map(({ took }) => took)
  const failures = calls.flatMap(({ failure }) => failure ?? [])
  const { samples, processor } = observation
  const each = (milliseconds: number) => (milliseconds / signed.length).toFixed(1)
  const onTime = calls.filter(({ late }) => late < 100).length / calls.length
  const span = `${duration}, 10 pages`
  const jobs = samples.map(({ waitingJobs }) => waitingJobs)
  return [
    {
      what: `sustained signatures to B-LTA, ${span}`,
      measured: inTime / seconds,
      unit: '/s',
      limit: 60,
      atLeast: true,
      detail: `offered ${rate}/s to ${clients} clients, ${Math.round(onTime * 100)} % called on time; processor time of each: product ${each(processor.product)} ms, Postgres ${each(processor.database)} ms, sandbox ${each(processor.sandbox)} ms, clients ${each(client)} ms; ${(observation.transactions / signed.length).toFixed(1)} transactions; ${prepared}`,
    },
    {
      what: 'sustained signatures: 99th percentile',
      measured: percentile(times, 0.99),
      unit: 'ms',
      limit: latencyLimit,
      detail: `median ${Math.round(percentile(times, 0.5))} ms`,
    },
    growth('without Postgres', samples, ({ product }) => product),
    growth('with Postgres', samples, ({ withDatabase }) => withDatabase),
    {
      // Signatures whose emails and other jobs are left behind are not sustained.
      what: 'jobs waiting in the last tenth, median',
      measured: percentile(jobs.slice(-Math.ceil(jobs.length / 10)), 0.5),
      unit: '',
      limit: rate,
      detail: `at most ${Math.max(...jobs)}`,
    },
    {
      what: 'sustained signatures that failed',
      measured: failures.length,
      unit: '',
      limit: 0,
      detail: [...new Set(failures)].slice(0, 3).join('; '),
    },
  ]
}

/** From the second minute to the last one; of a short run, its second third and its last. */
function growth(whose: string, samples: readonly Sample[], of: (sample: Sample) => number): Figure {
  const window = Math.min(60, seconds / 3)
  const mean = (from: number) => {
    const values = samples.filter(({ at }) => at >= from && at < from + window).map(of)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  const [second, last] = [mean(window), mean(seconds - window)]
  return {
    what: `memory ${whose}: growth from the second ${window < 60 ? 'third' : 'minute'} to the last`,
    measured: (last / second - 1) * 100,
    unit: '%',
    limit: 10,
    detail: `${Math.round(second)} to ${Math.round(last)} MB, at most ${Math.round(Math.max(...samples.map(of)))} MB`,
  }
}

function draw({ calls, observation: { samples } }: Run): string {
  const signed = calls.filter(({ failure, at }) => failure === null && at <= seconds * 1000)
  const latency = (share: number) =>
    Array.from({ length: Math.floor(seconds / bucket) }, (_, n): [number, number] => {
      const from = n * bucket * 1000
      const times = signed.filter(({ at }) => at >= from && at < from + bucket * 1000).map(({ took }) => took)
      return [(n + 0.5) * bucket, times.length === 0 ? 0 : percentile(times, share)]
    })
  const of = (value: (sample: Sample) => number) =>
    samples.filter(({ at }) => at <= seconds).map((sample): [number, number] => [sample.at, value(sample)])
  const subtitle = `${(signed.length / seconds).toFixed(1)} signatures a second, ${rate} offered; 10 pages, timestamps and evidence included`
  return drawPanels(`Signing to B-LTA for ${duration} on two cores`, subtitle, seconds, [
    {
      title: `Response time, per ${bucket} s; dashed: limit`,
      unit: 'ms',
      limit: latencyLimit,
      series: [
        { name: '99th percentile', colour: 'orange', points: latency(0.99) },
        { name: 'median', colour: 'blue', points: latency(0.5) },
      ],
    },
    {
      title: 'Memory',
      unit: 'MB',
      series: [
        { name: 'with Postgres', colour: 'orange', points: of(({ withDatabase }) => withDatabase) },
        { name: 'api and worker', colour: 'blue', points: of(({ product }) => product) },
      ],
    },
    {
      title: 'Jobs waiting',
      unit: '',
      series: [{ name: 'jobs', colour: 'blue', points: of(({ waitingJobs }) => waitingJobs) }],
    },
  ])
}
