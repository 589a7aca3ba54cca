"""Generated from the contract by `npm run clients`: don't edit it here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

ERROR_KEYS = frozenset(
    {
        "account.exists",
        "anonymous_upload.claimed",
        "anonymous_upload.code_wrong",
        "anonymous_upload.over",
        "api_user.credentials_invalid",
        "api_user.key_expired",
        "api_user.not_opened",
        "api_user.token_invalid",
        "approval.over",
        "attachment.type_not_taken",
        "auth.company_sign_in_required",
        "auth.credentials_invalid",
        "auth.link_account",
        "auth.link_delegated",
        "auth.link_invalid",
        "auth.link_removed",
        "auth.required",
        "auth.second_factor_required",
        "auth.token_expired",
        "billing.authentication_required",
        "billing.country_without_price",
        "billing.currency_fixed",
        "billing.in_progress",
        "billing.manual",
        "billing.no_subscription",
        "billing.not_configured",
        "billing.order_kept",
        "billing.payment_declined",
        "billing.plan_not_sold",
        "billing.promo_expired",
        "billing.promo_not_for_plan",
        "billing.promo_unknown",
        "billing.promo_used_up",
        "billing.provider_misconfigured",
        "billing.provider_unavailable",
        "billing.referral_unknown",
        "billing.seats_in_use",
        "billing.seats_out_of_range",
        "billing.stale",
        "billing.trial_over",
        "billing.vat_malformed",
        "bulk_send.too_many",
        "business.already_member",
        "business.deletion_pending",
        "business.last_admin",
        "business.member_locked",
        "business.no_seat",
        "business.not_allowed",
        "business.not_being_deleted",
        "business.payment_required",
        "business.too_many_api_users",
        "business.too_many_domains",
        "business.too_many_scim_tokens",
        "business.transfer_running",
        "callback.api_user_deleted",
        "callback.secret_shown",
        "confirmation.invalid",
        "document.active_content",
        "document.certified_hidden_field",
        "document.certified_no_changes",
        "document.certified_no_free_field",
        "document.certified_seed_value",
        "document.conversion_failed",
        "document.damaged",
        "document.deleted",
        "document.dynamic_form",
        "document.encrypted",
        "document.field_locked",
        "document.image_too_large",
        "document.in_use",
        "document.no_pages",
        "document.not_a_pdf",
        "document.not_signable",
        "document.office_not_taken",
        "document.signed_and_damaged",
        "document.signed_and_encrypted",
        "document.too_complex",
        "document.too_large",
        "document.too_many_pages",
        "document.unsupported_filter",
        "email.limit_reached",
        "feature.unavailable",
        "group.changed",
        "group.too_many",
        "group.too_many_members",
        "idempotency.done",
        "idempotency.mismatch",
        "idempotency.running",
        "identification.not_covered",
        "identification.succeeded",
        "identity.taken",
        "identity_provider.not_tested",
        "identity_provider.required",
        "image.invalid",
        "image.too_complex",
        "image.too_large",
        "internal",
        "media.unsupported",
        "method.not_allowed",
        "not_allowed",
        "not_found",
        "password.change_required",
        "password.weak",
        "password.wrong",
        "plan.not_included",
        "plan.signatures_exhausted",
        "rate.exceeded",
        "request.already_signed",
        "request.changed",
        "request.document_without_signer",
        "request.malformed",
        "request.no_documents",
        "request.no_signers",
        "request.not_draft",
        "request.not_open",
        "request.signature_pending",
        "request.too_large",
        "request.too_many_attachments",
        "request.too_many_documents",
        "request.under_retention",
        "retention.set_by_business",
        "seal.demonstration",
        "seal.not_allowed",
        "seal.not_ready",
        "second_factor.code_invalid",
        "second_factor.exists",
        "second_factor.passkey_invalid",
        "second_factor.too_many",
        "service.saturated",
        "service.unavailable",
        "signature.already_signed",
        "signature.not_in_turn",
        "signature.taken_by_member",
        "signing.changed",
        "signing.identification_required",
        "signing.locked",
        "signing.quality_unavailable",
        "signing.requirements_unmet",
        "signing.too_late",
        "tan.expired",
        "tan.invalid",
        "tan.locked",
        "tan.no_more_resends",
        "template.in_use",
        "template.too_many",
        "terms.acceptance_required",
        "terms.not_accepted",
        "validation.failed",
        "visual_signature.too_many",
    }
)
"""Every error key there is today. A later release may have more."""

class ApiDocument(TypedDict):
    id: "Id"
    parent_id: Union["Id", None]
    title: str
    content_type: str
    size: int
    page_count: int
    page_width: int
    page_height: int
    signature_fields: list["ApiDocumentSignatureFieldsItem"]
    owner: str
    read_access: list[str]
    write_access: list[str]
    created_at: "Instant"
    updated_at: "Instant"


class ApiDocumentSignatureFieldsItem(TypedDict):
    name: str
    signed: bool
    positions: list["ApiDocumentSignatureFieldsItemPositionsItem"]


class ApiDocumentSignatureFieldsItemPositionsItem(TypedDict):
    page: str
    x: float
    y: float
    width: float
    height: float
    rotation: NotRequired[Literal[0, 90, 180, 270]]


Attached = Literal["SIGNED_DOCUMENT", "SIGNATURE_PROTOCOL"]


class Attachment(TypedDict):
    attachment_id: "Id"
    filename: str


Base64 = str


class Callback(TypedDict):
    id: "Id"
    signature_request_id: "Id"
    type: "CallbackType"
    state: "CallbackState"
    url: str
    attempts: int
    messages: list[str]
    owner: str
    created_at: "Instant"
    updated_at: "Instant"


CallbackState = Literal["OPEN", "COMPLETED", "RESIGNATED"]


CallbackType = Literal["SUCCESS", "UPDATE", "ERROR", "START_SIGN", "INITIATE", "IDENT_ERROR"]


CallbackUrl = str


class DocumentSignature(TypedDict):
    document_id: "Id"
    visual_signature: NotRequired[Union["VisualSignature", None]]


Email = str


FileUrl = str


GivenDate = str


Id = str


class IdentityData(TypedDict):
    email_address: "Email"
    first_name: NotRequired[Union[str, None]]
    last_name: NotRequired[Union[str, None]]
    mobile_number: NotRequired[Union[str, None]]
    language: NotRequired[Union["Language", None]]
    identity_reference: NotRequired[Union[str, None]]
    identification_require_evidence: NotRequired[Union[Literal[false], None]]


Instant = str


Language = Literal["en", "de", "fr", "it"]


Legislation = Literal["ZERTES", "EIDAS"]


class Observer(TypedDict):
    id: "Id"
    type: Literal["USER"]
    invited_at: "Instant"
    invited_by: str
    user_info: "ObserverUserInfo"


class ObserverUserInfo(TypedDict):
    id: "Id"
    email: str


ObserverEmail = Union["Email", "ObserverEmailValue1", "ObserverEmailValue2"]


class ObserverEmailValue1(TypedDict):
    email: "Email"
    type: NotRequired[Union[Literal["USER"], None]]


class ObserverEmailValue2(TypedDict):
    user_info: "ObserverEmailValue2UserInfo"


class ObserverEmailValue2UserInfo(TypedDict):
    email: "Email"


Quality = Literal["DEMO", "SES", "AES", "AES_MINIMAL", "QES", "PART11"]


class ShownDocument(TypedDict):
    id: "Id"
    name: str
    version_id: "Id"


class ShownIdentity(TypedDict):
    email_address: str
    first_name: Union[str, None]
    last_name: Union[str, None]
    mobile_number: Union[str, None]
    language: Union["Language", None]
    identity_reference: Union[str, None]
    identification_require_evidence: Literal[false]
    provider: None
    evidence_id: None


class ShownVisual(TypedDict):
    position: Union["ShownVisualPosition", None]
    positions: list["ShownVisualPositionsItem"]
    form_field: Union[str, None]
    image: Union["SignatureImage", None]


class ShownVisualPosition(TypedDict):
    page: str
    x: float
    y: float
    width: float
    height: float
    rotation: NotRequired[Literal[0, 90, 180, 270]]


class ShownVisualPositionsItem(TypedDict):
    page: str
    x: float
    y: float
    width: float
    height: float
    rotation: NotRequired[Literal[0, 90, 180, 270]]


class SignatureImage(TypedDict):
    content: "Base64"
    content_type: Literal["image/png"]


class SignatureRequestV2(TypedDict):
    id: "Id"
    title: str
    message: str
    legislation: Union["Legislation", None]
    quality: "Quality"
    signing_url: str
    expiration_date: Union["Instant", None]
    attachments: list["Attachment"]
    callback_success_url: Union[str, None]
    callback_error_url: Union[str, None]
    callback_update_url: Union[str, None]
    custom: Union[str, None]
    attach_on_success: list["Attached"]
    creator: Union[str, None]
    owner: str
    read_access: list[str]
    write_access: list[str]
    created_at: "Instant"
    updated_at: "Instant"
    document_id: "Id"
    status_overall: "StatusV2"
    business: Union["Id", None]
    signatures: list["SignatureV2"]
    cc_email_addresses: list[str]


class SignatureRequestV3(TypedDict):
    id: "Id"
    title: str
    message: str
    legislation: Union["Legislation", None]
    quality: "Quality"
    signing_url: str
    expiration_date: Union["Instant", None]
    attachments: list["Attachment"]
    callback_success_url: Union[str, None]
    callback_error_url: Union[str, None]
    callback_update_url: Union[str, None]
    custom: Union[str, None]
    attach_on_success: list["Attached"]
    creator: Union[str, None]
    owner: str
    read_access: list[str]
    write_access: list[str]
    created_at: "Instant"
    updated_at: "Instant"
    documents: list["ShownDocument"]
    status_overall: "StatusV3"
    business_id: Union["Id", None]
    origin: Literal["API", "WEB"]
    signatures: list["SignatureV3"]
    observers: list["Observer"]


class SignatureV2(TypedDict):
    sid: "Id"
    account_email: Union[str, None]
    signer_identity_data: Union["ShownIdentity", None]
    sequence: int
    notify: bool
    language: "Language"
    signing_url: Union[str, None]
    signed_at: Union["Instant", None]
    signed_quality: Union["Quality", None]
    signed_legislation: Union["Legislation", None]
    last_viewed_at: Union["Instant", None]
    decline_message: Union[str, None]
    status_code: "SignerStatusV2"
    visual_signature: Union["ShownVisual", None]


class SignatureV3(TypedDict):
    sid: "Id"
    account_email: Union[str, None]
    signer_identity_data: Union["ShownIdentity", None]
    sequence: int
    notify: bool
    language: "Language"
    signing_url: Union[str, None]
    signed_at: Union["Instant", None]
    signed_quality: Union["Quality", None]
    signed_legislation: Union["Legislation", None]
    last_viewed_at: Union["Instant", None]
    decline_message: Union[str, None]
    status_code: "SignerStatusV3"
    signer_group_id: Union["Id", None]
    invited_by: str
    document_signatures: list["SignatureV3DocumentSignaturesItem"]


class SignatureV3DocumentSignaturesItem(TypedDict):
    document_id: "Id"
    visual_signature: Union["ShownVisual", None]


SignerStatusV2 = Literal["OPEN", "DECLINED", "WITHDRAWN", "SIGNED", "ERROR"]


SignerStatusV3 = Literal["OPEN", "DECLINED", "WITHDRAWN", "SIGNED", "ERROR", "WAITING", "DRAFT"]


class SignerV2(TypedDict):
    account_email: NotRequired[Union["Email", None]]
    signer_identity_data: NotRequired[Union["IdentityData", None]]
    sequence: NotRequired[Union[int, None]]
    notify: NotRequired[Union[bool, None]]
    language: NotRequired[Union["Language", None]]
    visual_signature: NotRequired[Union["VisualSignature", None]]


class SignerV3(TypedDict):
    account_email: NotRequired[Union["Email", None]]
    signer_identity_data: NotRequired[Union["IdentityData", None]]
    sequence: NotRequired[Union[int, None]]
    notify: NotRequired[Union[bool, None]]
    language: NotRequired[Union["Language", None]]
    signer_group_id: NotRequired[Union["Id", None]]
    document_signatures: NotRequired[Union[list["DocumentSignature"], None]]


StatusV2 = Literal["OPEN", "DECLINED", "WITHDRAWN", "SIGNED", "EXPIRED", "ERROR"]


StatusV3 = Literal["OPEN", "DECLINED", "WITHDRAWN", "SIGNED", "EXPIRED", "ERROR", "DRAFT"]


class UserQualities(TypedDict):
    qes: "UserQualitiesQes"
    aes_minimal: "UserQualitiesAesMinimal"
    aes: "UserQualitiesAes"
    ses: "UserQualitiesSes"
    demo: "UserQualitiesDemo"
    seal: "UserQualitiesSeal"
    part11: "UserQualitiesPart11"


class UserQualitiesQes(TypedDict):
    zertes: NotRequired["UserQualitiesQesZertes"]
    eidas: NotRequired["UserQualitiesQesEidas"]


class UserQualitiesQesZertes(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesQesEidas(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesAesMinimal(TypedDict):
    zertes: NotRequired["UserQualitiesAesMinimalZertes"]
    eidas: NotRequired["UserQualitiesAesMinimalEidas"]


class UserQualitiesAesMinimalZertes(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesAesMinimalEidas(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesAes(TypedDict):
    any: NotRequired["UserQualitiesAesAny"]


class UserQualitiesAesAny(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesSes(TypedDict):
    any: NotRequired["UserQualitiesSesAny"]


class UserQualitiesSesAny(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesDemo(TypedDict):
    any: NotRequired["UserQualitiesDemoAny"]


class UserQualitiesDemoAny(TypedDict):
    quality: str
    provider: str
    legislation: str


class UserQualitiesSeal(TypedDict):
    aes: dict[str, Any]
    qes: dict[str, Any]


class UserQualitiesPart11(TypedDict):
    any: NotRequired["UserQualitiesPart11Any"]


class UserQualitiesPart11Any(TypedDict):
    quality: str
    provider: str
    legislation: str


VisualSignature = Union["VisualSignatureValue", "VisualSignatureValue1", "VisualSignatureValue2"]


class VisualSignatureValue(TypedDict):
    positions: list["VisualSignatureValuePositionsItem"]
    image: NotRequired[Union["SignatureImage", None]]


class VisualSignatureValuePositionsItem(TypedDict):
    page: str
    x: float
    y: float
    width: float
    height: float
    rotation: NotRequired[Union[Literal[0, 90, 180, 270], None]]


class VisualSignatureValue1(TypedDict):
    position: "VisualSignatureValue1Position"
    image: NotRequired[Union["SignatureImage", None]]


class VisualSignatureValue1Position(TypedDict):
    page: str
    x: float
    y: float
    width: float
    height: float
    rotation: NotRequired[Union[Literal[0, 90, 180, 270], None]]


class VisualSignatureValue2(TypedDict):
    form_field: str
    image: NotRequired[Union["SignatureImage", None]]


class AddAttachmentV2Body(TypedDict):
    filename: str
    content_type: NotRequired[Union[str, None]]
    content: "Base64"


class AddAttachmentV3Body(TypedDict):
    filename: str
    content_type: NotRequired[Union[str, None]]
    content: "Base64"


class AddDocumentV3Body(TypedDict):
    content: "Base64"


class AddObserverV3Body(TypedDict):
    type: NotRequired[Union[Literal["USER", "GROUP"], None]]
    email: NotRequired[Union["Email", None]]
    user_id: NotRequired[Union["Id", None]]
    group_id: NotRequired[Union[str, None]]


AddSignerV2Body = SignerV2


AddSignerV3Body = SignerV3


class CreateRequestV2Body(TypedDict):
    title: str
    message: NotRequired[Union[str, None]]
    legislation: NotRequired[Union["Legislation", None]]
    quality: NotRequired[Union["Quality", None]]
    callback_success_url: NotRequired[Union["CallbackUrl", None]]
    callback_error_url: NotRequired[Union["CallbackUrl", None]]
    callback_update_url: NotRequired[Union["CallbackUrl", None]]
    custom: NotRequired[Union[str, None]]
    attach_on_success: NotRequired[Union[list["Attached"], None]]
    read_access: NotRequired[Union[list[str], None]]
    write_access: NotRequired[Union[list[str], None]]
    creator: NotRequired[Union["Email", None]]
    content: NotRequired[Union["Base64", None]]
    content_type: NotRequired[Union[str, None]]
    file_url: NotRequired[Union[str, None]]
    document_id: NotRequired[Union["Id", None]]
    signatures: NotRequired[Union[list["SignerV2"], None]]
    cc_email_addresses: NotRequired[Union[list["Email"], None]]


class CreateRequestV3Body(TypedDict):
    title: str
    message: NotRequired[Union[str, None]]
    legislation: NotRequired[Union["Legislation", None]]
    quality: NotRequired[Union["Quality", None]]
    callback_success_url: NotRequired[Union["CallbackUrl", None]]
    callback_error_url: NotRequired[Union["CallbackUrl", None]]
    callback_update_url: NotRequired[Union["CallbackUrl", None]]
    custom: NotRequired[Union[str, None]]
    attach_on_success: NotRequired[Union[list["Attached"], None]]
    read_access: NotRequired[Union[list[str], None]]
    write_access: NotRequired[Union[list[str], None]]
    creator: NotRequired[Union["Email", None]]
    documents: list["CreateRequestV3BodyDocumentsItem"]
    signatures: NotRequired[Union[list["SignerV3"], None]]
    observers: NotRequired[Union[list["ObserverEmail"], None]]


class CreateRequestV3BodyDocumentsItem(TypedDict):
    id: "Id"


class ListPaidSignaturesAnswer(TypedDict):
    total_pages: int
    total_items: int
    current_page: int
    size: int
    activities: list["ListPaidSignaturesAnswerActivitiesItem"]


class ListPaidSignaturesAnswerActivitiesItem(TypedDict):
    id: "Id"
    action: Literal["SIGNED", "SEALED"]
    timestamp: "Instant"
    signature_request_id: "Id"
    business_id_paid_by: "Id"
    cost_center: None
    initiator: "ListPaidSignaturesAnswerActivitiesItemInitiator"
    signer: "ListPaidSignaturesAnswerActivitiesItemSigner"
    quality: str
    legislation: Union["Legislation", None]


class ListPaidSignaturesAnswerActivitiesItemInitiator(TypedDict):
    email: str
    first_name: str
    last_name: str
    type: Literal["member", "external", "api", "unknown"]
    mobile: str


class ListPaidSignaturesAnswerActivitiesItemSigner(TypedDict):
    email: str
    first_name: str
    last_name: str
    type: Literal["member", "external", "api", "unknown"]
    mobile: str


class ListPaidSignaturesV3Answer(TypedDict):
    total_pages: int
    total_items: int
    current_page: int
    size: int
    activities: list["ListPaidSignaturesV3AnswerActivitiesItem"]


class ListPaidSignaturesV3AnswerActivitiesItem(TypedDict):
    id: "Id"
    action: Literal["SIGNED", "SEALED"]
    timestamp: "Instant"
    signature_request_id: "Id"
    business_id_paid_by: "Id"
    cost_center: None
    initiator: "ListPaidSignaturesV3AnswerActivitiesItemInitiator"
    signer: "ListPaidSignaturesV3AnswerActivitiesItemSigner"
    quality: str
    legislation: Union["Legislation", None]


class ListPaidSignaturesV3AnswerActivitiesItemInitiator(TypedDict):
    email: str
    first_name: str
    last_name: str
    type: Literal["member", "external", "api", "unknown"]
    mobile: str


class ListPaidSignaturesV3AnswerActivitiesItemSigner(TypedDict):
    email: str
    first_name: str
    last_name: str
    type: Literal["member", "external", "api", "unknown"]
    mobile: str


class SealDocumentBody(TypedDict):
    content: "Base64"
    title: NotRequired[Union[str, None]]
    account_name: NotRequired[Union[str, None]]
    visual_signature: NotRequired[Union["VisualSignature", None]]


class SealDocumentAnswer(TypedDict):
    document_id: "Id"


class SealDocumentV3Body(TypedDict):
    content: "Base64"
    title: NotRequired[Union[str, None]]
    account_name: NotRequired[Union[str, None]]
    visual_signature: NotRequired[Union["VisualSignature", None]]


class SealDocumentV3Answer(TypedDict):
    document_id: "Id"


class UpdateRequestV2Body(TypedDict):
    id: "Id"
    title: NotRequired[Union[str, None]]
    message: NotRequired[Union[str, None]]
    legislation: NotRequired[Union["Legislation", None]]
    quality: NotRequired[Union["Quality", None]]
    callback_success_url: NotRequired[Union["CallbackUrl", None]]
    callback_error_url: NotRequired[Union["CallbackUrl", None]]
    callback_update_url: NotRequired[Union["CallbackUrl", None]]
    custom: NotRequired[Union[str, None]]
    attach_on_success: NotRequired[Union[list["Attached"], None]]
    read_access: NotRequired[Union[list[str], None]]
    write_access: NotRequired[Union[list[str], None]]
    creator: NotRequired[Union["Email", None]]
    signatures: NotRequired[Union[list["UpdateRequestV2BodySignaturesItem"], None]]
    cc_email_addresses: NotRequired[Union[list["Email"], None]]


class UpdateRequestV2BodySignaturesItem(TypedDict):
    account_email: NotRequired[Union["Email", None]]
    signer_identity_data: NotRequired[Union["IdentityData", None]]
    sequence: NotRequired[Union[int, None]]
    notify: NotRequired[Union[bool, None]]
    language: NotRequired[Union["Language", None]]
    visual_signature: NotRequired[Union["VisualSignature", None]]
    sid: NotRequired[Union["Id", None]]


class UpdateRequestV3Body(TypedDict):
    id: "Id"
    title: NotRequired[Union[str, None]]
    message: NotRequired[Union[str, None]]
    legislation: NotRequired[Union["Legislation", None]]
    quality: NotRequired[Union["Quality", None]]
    callback_success_url: NotRequired[Union["CallbackUrl", None]]
    callback_error_url: NotRequired[Union["CallbackUrl", None]]
    callback_update_url: NotRequired[Union["CallbackUrl", None]]
    custom: NotRequired[Union[str, None]]
    attach_on_success: NotRequired[Union[list["Attached"], None]]
    read_access: NotRequired[Union[list[str], None]]
    write_access: NotRequired[Union[list[str], None]]
    creator: NotRequired[Union["Email", None]]
    signatures: NotRequired[Union[list["UpdateRequestV3BodySignaturesItem"], None]]
    observers: NotRequired[Union[list["ObserverEmail"], None]]


class UpdateRequestV3BodySignaturesItem(TypedDict):
    account_email: NotRequired[Union["Email", None]]
    signer_identity_data: NotRequired[Union["IdentityData", None]]
    sequence: NotRequired[Union[int, None]]
    notify: NotRequired[Union[bool, None]]
    language: NotRequired[Union["Language", None]]
    signer_group_id: NotRequired[Union["Id", None]]
    document_signatures: NotRequired[Union[list["DocumentSignature"], None]]
    sid: NotRequired[Union["Id", None]]


class UploadDocumentV2Body(TypedDict):
    title: NotRequired[Union[str, None]]
    content: NotRequired[Union["Base64", None]]
    content_type: NotRequired[Union[str, None]]
    file_url: NotRequired[Union["FileUrl", None]]


class UploadDocumentV3Body(TypedDict):
    title: NotRequired[Union[str, None]]
    content: NotRequired[Union["Base64", None]]
    content_type: NotRequired[Union[str, None]]
    file_url: NotRequired[Union["FileUrl", None]]


class WithdrawRequestV2Body(TypedDict):
    message: NotRequired[Union[str, None]]


class WithdrawRequestV3Body(TypedDict):
    message: NotRequired[Union[str, None]]

