import type { IdentificationSettings } from '#api/platform/settings/identification-provider.ts'
import { idAustria } from './id-austria/id-austria.ts'
import { intrum } from './intrum/intrum.ts'
import type { IdentificationProvider, IdentificationProviders } from './port.ts'
import { smartRegistration } from './srs/smart-registration.ts'

/** Those that are set up, by their names. */
export function openIdentificationProviders(
  settings: IdentificationSettings,
  now: () => Date,
): IdentificationProviders {
  const { srs, intrum: intrumSettings, 'id-austria': client } = settings
  return identificationProvidersOf([
    ...(srs ? [smartRegistration({ settings: srs, now })] : []),
    ...(intrumSettings ? [intrum({ settings: intrumSettings, now })] : []),
    ...(client ? [idAustria({ client, now })] : []),
  ])
}

export function identificationProvidersOf(
  providers: readonly IdentificationProvider[],
): IdentificationProviders {
  return {
    named: (name) => providers.find((provider) => provider.name === name) ?? null,
    all: () => providers,
  }
}
