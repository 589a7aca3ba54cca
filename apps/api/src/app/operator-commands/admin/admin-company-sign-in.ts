import { endRequirement } from '#api/business/identity-providers/change-requirement.ts'
import { find } from '#api/business/identity-providers/repository.ts'
import { businessNamed } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { confirmation, defineCommand, onlyPositional } from '../command.ts'

const options = {
  off: { type: 'boolean', summary: 'let members sign in with their passwords again' },
  ...confirmation,
} as const

export const adminCompanySignIn = defineCommand({
  name: 'admin company-sign-in',
  takes: 'BUSINESS',
  summary: 'show whether a business requires company sign-in, or end that',
  description: `BUSINESS is an id or a name. Without options it changes nothing. --off is the way out when the identity provider of a business fails and
its admins are locked out, too: make sure that an admin of the business asks for it. The provider stays set up; the admins are
emailed, and the administration log of the business records it.`,
  options,
  run: async (call) => {
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
  },
})
