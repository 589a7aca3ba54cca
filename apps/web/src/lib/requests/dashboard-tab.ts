/** The dashboard's tabs; the last chosen one is kept in a cookie. */
export const dashboardTabs = ['inbox', 'drafts', 'search'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const tabCookie = 'dashboard-tab'

export function tabOf(value: string | null | undefined): DashboardTab | null {
  return dashboardTabs.find((tab) => tab === value) ?? null
}
