import { Gauge, type Registry } from 'prom-client'

export interface Reading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface GaugeDescription {
  readonly help: string
  /** Each has few values, which the settings or this release know. */
  readonly labels?: readonly string[]
  readonly read: () => Promise<readonly Reading[]>
}

/** Adds gauges that are read at each request for metrics. One that can't be read has no value: the others are given all the same. */
export function addGauges(registry: Registry, gauges: Readonly<Record<string, GaugeDescription>>): void {
  for (const [name, { help, labels = [], read }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      registers: [registry],
      name: `countersign_${name}`,
      help,
      labelNames: labels,
      async collect() {
        const readings = await read().catch(() => [])
        gauge.reset()
        // Without labels a gauge begins at 0, which is not what "unknown" is.
        if (readings.length === 0 && labels.length === 0) gauge.remove()
        for (const { labels = {}, value } of readings) gauge.set(labels, value)
      },
    })
  }
}
