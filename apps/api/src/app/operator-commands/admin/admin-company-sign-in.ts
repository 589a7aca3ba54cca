import { endRequirement } from '#api/business/identity-providers/change-requirement.ts'
import { find } from '#api/business/identity-providers/repository.ts'
import { businessNamed } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { type Answer, type Call, onlyPositional } from '../command.ts'

export async function showOrEndCompanySignIn(call: Call<{ readonly off: boolean }>): Promise<Answer> {
  const named = onlyPositional(call, 'one business')
  const { db, masterKey } = await call.installation()
  const { id, name } = await businessNamed({ db }, named)
  const provider = await find(db, id)
  if (!provider) throw new NotDone(`${name} has no identity provider.`)
  const isRequired = provider.requiredAt !== null
  if (!call.options.off) {
    const state = isRequired ? 'required' : 'not required'
    return {
      lines: [`${name} signs in at ${provider.issuer}: ${state}.`],
      json: { business: name, issuer: provider.issuer, required: isRequired },
    }
  }
  if (!isRequired) throw new NotDone(`${name} does not require company sign-in.`)
  if (!(await call.confirm(`Let members of ${name} sign in with their passwords again?`)))
    throw new NotDone('Nothing was changed.')
  await endRequirement({ db, masterKey: await masterKey(), now: () => new Date() }, id)
  return {
    lines: [`Members of ${name} can sign in with their passwords again. Its admins are emailed about it.`],
    json: { business: name, issuer: provider.issuer, required: false },
  }
}
