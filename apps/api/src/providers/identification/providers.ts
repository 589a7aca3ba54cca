import type { IdentificationProvider, IdentificationProviders } from './port.ts'

/** Those that are set up, by their names. */
export function identificationProvidersOf(
  providers: readonly IdentificationProvider[],
): IdentificationProviders {
  return {
    named: (name) => providers.find((provider) => provider.name === name) ?? null,
    all: () => providers,
  }
}
