import { findUndrawable } from '#api/documents/appearance/find-undrawable.ts'
import type { Context } from '#api/providers/context.ts'

/**
 * The name as the page shows it. Where no font has all of its letters, the email takes its place: boxes would say nothing,
 * and nobody is kept from signing by the script of their name. The signature, its certificate and the evidence have the
 * name itself.
 */
export async function nameOnPage(
  context: Context,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string> {
  return (await findUndrawable(context, [name])).size > 0 ? email : name
}
