import * as z from 'zod/mini'
import { readNumber } from './expected.ts'

const address = z.optional(z.url({ protocol: /^https?$/ }))
const protocol = z.optional(z.enum(['http/protobuf', 'http/json']))
const pairs = z.optional(z.string().check(z.regex(/^\s*[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/)))
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** The standard variables of OpenTelemetry that matter here; its library reads the others (time limits, batches) itself. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_SERVICE_NAME: z.optional(z.string()),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z._default(z.enum(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.optional(
    z.pipe(z.string(), z.pipe(z.transform(readNumber), z.number().check(z.minimum(0), z.maximum(1)))),
  ),
  OTEL_TRACES_EXPORTER: z._default(z.enum(['otlp', 'none']), 'otlp'),
  OTEL_SDK_DISABLED: z._default(z.enum(['true', 'false']), 'false'),
}

const Environment = z.object(tracingEnvironment)

export interface TracingSettings {
  readonly url: string
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly sampler: (typeof samplers)[number]
  readonly ratio: number
}

/** Undefined where traces go nowhere. */
export function tracingSettings(env: z.output<typeof Environment>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = env
  // https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp
  const url = own ?? (base ? `${base.replace(/\/$/, '')}/v1/traces` : undefined)
  if (!url || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const attributes = readPairs(env.OTEL_RESOURCE_ATTRIBUTES)
  return {
    url,
    protocol: env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    headers: readPairs(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: env.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'countersign',
    attributes,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}

/** `name=value,other=value`, each percent-encoded. */
function readPairs(given = ''): Record<string, string> {
  return Object.fromEntries(
    given
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name.trim(), decoded(value.join('=').trim())]
      }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
