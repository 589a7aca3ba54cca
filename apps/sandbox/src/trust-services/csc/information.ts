import type { TrustServiceContext } from '../context.ts'
import type { CscProvider } from './providers.ts'

/** CSC API v1 §11.1, v2 §11.1: what clients ask first. */
export function information(provider: CscProvider, { url, tlsUrl }: TrustServiceContext): object {
  const { prefix, version, specs, name, authType, takesPushed, supportsRar, hashTypes, algorithms } = provider
  const isForSeals = authType.includes('oauth2client')
  const common = {
    specs,
    name,
    logo: `${url}/favicon.svg`,
    region: 'CH',
    lang: 'en',
    description: 'Simulated; its signatures have no legal value',
    authType,
    oauth2: `${tlsUrl}${prefix}`,
    methods: [
      'credentials/list',
      'credentials/info',
      ...(isForSeals ? ['credentials/authorize'] : []),
      ...(isForSeals && version === 1 ? ['credentials/sendOTP'] : []),
      'signatures/signHash',
      'oauth2/authorize',
      ...(takesPushed ? ['oauth2/pushed_authorize'] : []),
      'oauth2/token',
    ],
  }
  if (version === 1) return common
  return {
    ...common,
    asynchronousOperationMode: false,
    validationInfo: false,
    signAlgorithms: { algos: algorithms, algoParams: [] },
    // Raw signatures alone: a format is made by the client that asks for them.
    signature_formats: { formats: [], envelope_properties: [] },
    conformance_levels: [],
    ...(supportsRar === undefined ? {} : { supportsRar }),
    ...(hashTypes ? { supportedHashTypes: hashTypes } : {}),
  }
}
