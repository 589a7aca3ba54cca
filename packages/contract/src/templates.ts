import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  DocumentOfSigner,
  IdentityData,
  MailAttachmentChoice,
  SignatureRequest,
} from './signature-request-shapes.ts'
import {
  Email,
  GivenInstant,
  Id,
  Instant,
  Language,
  Legislation,
  line,
  Quality,
  roleNameAtMost,
  text,
  wholeNumber,
  searchText,
} from './values.ts'

/** Templates: a signature request saved without its people. Each account has its own, and sees nobody else's. */

export const templatesAtMost = 200

/** Whole days from the sending. Null: as long as a request has where nothing is said. */
const ExpiresInDays = z.nullable(z.int().check(z.minimum(1), z.maximum(3650)))

const TemplateRole = z.object({
  id: Id,
  /** The signer's role, in the sender's words: “Tenant”. */
  name: z.string(),
  /** -1 = any time; group n signs when all of n-1 have. */
  sequence: z.int(),
  notify: z.boolean(),
  /** In how many places its signature shows. */
  place_count: z.int(),
  /** Whether it also signs what is added to a draft that is made from the template. */
  all_documents: z.boolean(),
  /** Each of the template’s documents that it signs, with its fields: requests have them under the same ids. */
  document_signatures: z.array(DocumentOfSigner),
})

export const Template = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  message: z.string(),
  quality: Quality,
  legislation: z.nullable(Legislation),
  expires_in_days: z.nullable(z.int()),
  documents: z.array(z.object({ id: Id, name: z.string(), page_count: z.int(), size: z.int() })),
  roles: z.array(TemplateRole),
  /** Emails. */
  observers: z.array(z.string()),
  /** What is attached to the completion email of each request that is made from it. */
  mail_attachments: MailAttachmentChoice,
  attachments: z.array(z.object({ id: Id, filename: z.string(), content_type: z.string(), size: z.int() })),
  created_at: Instant,
  updated_at: Instant,
})
export type Template = z.infer<typeof Template>

export const TemplateListItem = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  document_names: z.array(z.string()),
  role_names: z.array(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type TemplateListItem = z.infer<typeof TemplateListItem>

const ById = z.object({ id: Id })
/** What each list with pages answers beside its items. */
export const Paged = { page: z.int(), size: z.int(), total_items: z.int(), total_pages: z.int() }
export const Paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  size: z._default(z.pipe(z.enum(['25', '50', '100']), z.transform(Number)), 25),
}

export const createTemplate = endpoint({
  name: 'createTemplate',
  method: 'POST',
  path: '/v3/templates',
  summary: 'Save a signature request as a template, without its people.',
  credential: 'user',
  body: z.object({
    name: line(200, 1),
    signature_request_id: Id,
    /** What its signers sign as. One that is not named is “Role 1”, “Role 2” and so on. */
    roles: z._default(
      z.array(z.object({ sid: Id, name: line(roleNameAtMost, 1) })).check(z.maxLength(500)),
      [],
    ),
  }),
  output: Template,
  status: 201,
  errors: ['not_found', 'request.no_documents', 'document.deleted', 'template.too_many', 'validation.failed'],
})

export const listTemplates = endpoint({
  name: 'listTemplates',
  method: 'GET',
  path: '/v3/templates',
  summary: 'List the account’s templates.',
  credential: 'user',
  query: z.object({
    ...Paging,
    sort: z._default(z.enum(['asc', 'desc']), 'desc'),
    sort_by: z._default(z.enum(['name', 'created_at', 'updated_at']), 'updated_at'),
    /** Name, title, document names, roles. */
    search: z.optional(searchText(200)),
  }),
  output: z.object({ items: z.array(TemplateListItem), ...Paged }),
})

export const getTemplate = endpoint({
  name: 'getTemplate',
  method: 'GET',
  path: '/v3/templates/{id}',
  summary: 'Get a template.',
  credential: 'user',
  params: ById,
  output: Template,
  errors: ['not_found'],
})

export const updateTemplate = endpoint({
  name: 'updateTemplate',
  method: 'PUT',
  path: '/v3/templates/{id}',
  summary: 'Update a template. Omitted fields don’t change, nor do requests created from it.',
  credential: 'user',
  params: ById,
  body: z.object({
    name: z.optional(line(200, 1)),
    title: z.optional(line(200, 1)),
    message: z.optional(text(4000)),
    quality: z.optional(Quality),
    legislation: z.optional(z.nullable(Legislation)),
    expires_in_days: z.optional(ExpiresInDays),
    observers: z.optional(z.array(Email).check(z.maxLength(50))),
    /** Counts where the sender’s business lets its members choose. */
    mail_attachments: z.optional(MailAttachmentChoice),
    /** Each role once, in their order. Their places stay with them. */
    roles: z.optional(
      z
        .array(
          z.object({
            id: Id,
            name: line(roleNameAtMost, 1),
            sequence: z.int().check(z.minimum(-1), z.maximum(1000)),
            notify: z._default(z.boolean(), true),
          }),
        )
        .check(z.maxLength(500)),
    ),
    /** As it was read: someone else's change since is not overwritten. */
    updated_at: z.optional(GivenInstant),
  }),
  output: Template,
  errors: ['not_found', 'request.changed', 'validation.failed'],
})

export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/v3/templates/{id}',
  summary: 'Delete a template. Requests created from it don’t change.',
  credential: 'user',
  params: ById,
  errors: ['not_found', 'template.in_use'],
})

export const createRequestFromTemplate = endpoint({
  name: 'createRequestFromTemplate',
  method: 'POST',
  path: '/v3/templates/{id}/requests',
  summary: 'Create a draft from a template. Roles without a person stay open in the draft.',
  credential: 'user',
  params: ById,
  body: z.object({
    title: z.optional(line(200, 1)),
    message: z.optional(text(4000)),
    signers: z._default(
      z
        .array(
          z.object({
            role_id: Id,
            signer_identity_data: IdentityData,
            language: z.optional(z.nullable(Language)),
          }),
        )
        .check(z.maxLength(500)),
      [],
    ),
  }),
  output: SignatureRequest,
  status: 201,
  errors: ['not_found', 'validation.failed'],
})
