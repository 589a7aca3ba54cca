import type { BusinessSettingsRow, IdentificationCoverage } from '#api/db/tables.ts'

export type BusinessRole = 'admin' | 'member'

/** What a business has chosen, with what it has not. */
export interface BusinessSettings {
  readonly part11: { readonly enabled: boolean }
  readonly identifications: {
    readonly eidas: IdentificationCoverage
    readonly zertes: IdentificationCoverage
  }
  readonly aesForBusiness: { readonly enabled: boolean; readonly domains: readonly string[] }
}

export interface Business {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly createdAt: Date
  readonly settings: BusinessSettings
}

/** Nothing is on, and nothing paid for, before somebody chose it. */
const nothingPaid: IdentificationCoverage = { payForMembers: false, payForInvitations: false }

export function settingsOf(row: BusinessSettingsRow): BusinessSettings {
  return {
    part11: row.part11 ?? { enabled: false },
    identifications: {
      eidas: { ...nothingPaid, ...row.identifications?.eidas },
      zertes: { ...nothingPaid, ...row.identifications?.zertes },
    },
    aesForBusiness: row.aesForBusiness ?? { enabled: false, domains: [] },
  }
}

/** What is to change of the settings; what is undefined stays. */
export type SettingsChange = BusinessSettingsRow

export function changeSettings(before: BusinessSettings, change: SettingsChange): BusinessSettings {
  const { identifications: paid } = change
  return {
    part11: change.part11 ?? before.part11,
    identifications: {
      eidas: changed(before.identifications.eidas, paid?.eidas),
      zertes: changed(before.identifications.zertes, paid?.zertes),
    },
    aesForBusiness: change.aesForBusiness ?? before.aesForBusiness,
  }
}

function changed(
  before: IdentificationCoverage,
  change: Partial<IdentificationCoverage> | undefined,
): IdentificationCoverage {
  return {
    payForMembers: change?.payForMembers ?? before.payForMembers,
    payForInvitations: change?.payForInvitations ?? before.payForInvitations,
  }
}
