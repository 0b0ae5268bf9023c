import type { Setting } from './setting.ts'

const MISSING = `OTEL_EXPORTER_OTLP_ENDPOINT est défini, mais le paquet @opentelemetry/sdk-node n’est pas installé :
  npm install --no-save --save-prod --omit=dev --omit=optional @opentelemetry/sdk-node@0.301.0`

/**
 * Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT, if it is set. The SDK is loaded only then, and reads its other settings
 * (OTEL_…) from the environment by itself.
 * @throws when the SDK is not installed, with the command that installs it.
 */
export async function startTracing({ config, log, started }: Setting): Promise<void> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const [{ NodeSDK }, { envDetector }] = await loadSdk()
  const sdk = new NodeSDK({
    serviceName: config.OTEL_SERVICE_NAME,
    // Not those that name the machine, the account and the command.
    resourceDetectors: [envDetector],
    // Libraries that trace by themselves would show addresses and statements.
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  started.add(sdk, (each) =>
    // A receiver that is away must not keep the program from ending well.
    each.shutdown().catch((error: unknown) => log.warn({ reason: String(error) }, 'last traces not sent')),
  )
  log.info({ endpoint: new URL(config.OTEL_EXPORTER_OTLP_ENDPOINT).origin }, 'traces are sent')
}

function loadSdk() {
  return Promise.all([import('@opentelemetry/sdk-node'), import('@opentelemetry/resources')]).catch(
    (cause: unknown) => {
      throw new Error(MISSING, { cause })
    },
  )
}
