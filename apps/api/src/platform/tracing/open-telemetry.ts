import { hostname } from 'node:os'
import {
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span as LibrarySpan,
  type SpanContext,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '#api/platform/settings/tracing.ts'
import { version } from '#api/platform/version.ts'
import type { Attributes, Span } from './span.ts'
import type { SpanKind, SpanOptions, Tracer } from './tracer.ts'

/** Sends spans to a collector (OTLP over HTTP), in batches: no call waits for it, and while it is away spans are lost. */
export function openTelemetryTracer(settings: TracingSettings, process: string): Tracer {
  const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter
  const exporter = new Exporter({ url: settings.url, headers: { ...settings.headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': `${process}@${hostname()}:${globalThis.process.pid}`,
      'host.name': hostname(),
      ...settings.attributes,
      'service.name': settings.serviceName,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const library = provider.getTracer('countersign', version)
  return {
    start: (name, { kind = 'internal', attributes = {}, parent, link }: SpanOptions) => {
      const links: Link[] = [readTraceparent(link)].flatMap((context) => (context ? [{ context }] : []))
      const options = { kind: kinds[kind], attributes: { ...attributes }, links }
      return new OpenSpan(library.startSpan(name, options, contextOf(parent)))
    },
    close: () => provider.shutdown(),
  }
}

const kinds: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
}

class OpenSpan implements Span {
  readonly span: LibrarySpan

  constructor(span: LibrarySpan) {
    this.span = span
  }
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }
  set(attributes: Attributes): void {
    this.span.setAttributes({ ...attributes })
  }
  end(error?: string): void {
    if (error !== undefined) {
      this.span.setAttribute('error.type', error)
      this.span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.span.end()
  }
}

function contextOf(parent: Span | string | undefined): Context {
  if (parent instanceof OpenSpan) return trace.setSpan(ROOT_CONTEXT, parent.span)
  const context = typeof parent === 'string' ? readTraceparent(parent) : null
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; null where it is none. */
function readTraceparent(given: string | undefined): SpanContext | null {
  const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/.exec(given ?? '')
  const [, format, traceId = '', spanId = '', flags = '00', rest] = parts ?? []
  if (!parts || format === 'ff' || (format === '00' && rest === '-')) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const [, isByParent, name] = /^(parentbased_)?(.+)$/.exec(sampler) ?? []
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return isByParent ? new ParentBasedSampler({ root }) : root
}
