import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

// Does nothing until startTracing has begun to trace.
const tracer = trace.getTracer('caserne')

/** A step of a trace. */
export interface Step {
  name: string
  kind?: keyof typeof SpanKind
  attributes?: Attributes
  /** Parent of the span; by default the current work. */
  parent?: Context
}

/** Does a step. A failure is noted in its span, without its message, which may quote data. */
export async function traced<T>(step: Step, act: (span: Span) => Promise<T>): Promise<T> {
  const span = beginStep(step)
  try {
    return await context.with(trace.setSpan(step.parent ?? context.active(), span), () => act(span))
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Begins a step that its caller ends. */
export function beginStep({ name, kind = 'INTERNAL', attributes = {}, parent }: Step): Span {
  return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent ?? context.active())
}

/** Begins a step within the current work, described only if something is traced; otherwise undefined. */
export function beginInnerStep(describe: () => Step): Span | undefined {
  return trace.getActiveSpan() === undefined ? undefined : beginStep(describe())
}

/** Marks a step as failed, with the code of its error. */
export function fail(span: Span, error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', code || (error instanceof Error ? error.name : 'unknown'))
}

/** The trace that headers or a job carry on. @param carrier `traceparent` and `tracestate` */
export function continued(carrier: Record<string, unknown>): Context {
  return propagation.extract(ROOT_CONTEXT, carrier)
}

/** Returns the W3C traceparent with which others carry on this trace; null if nothing is traced. */
export function traceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}
