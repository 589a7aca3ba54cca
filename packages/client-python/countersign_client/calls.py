"""Generated from the contract by `npm run clients`: don't edit it here."""

from __future__ import annotations

from typing import Any, Protocol
from urllib.parse import quote

from .types import (
    AddAttachmentV2Body,
    AddAttachmentV3Body,
    AddDocumentV3Body,
    AddObserverV3Body,
    AddSignerV2Body,
    AddSignerV3Body,
    CreateRequestV2Body,
    CreateRequestV3Body,
    SealDocumentBody,
    SealDocumentV3Body,
    UpdateRequestV2Body,
    UpdateRequestV3Body,
    UploadDocumentV2Body,
    UploadDocumentV3Body,
    WithdrawRequestV2Body,
    WithdrawRequestV3Body,
)


class Send(Protocol):
    def __call__(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None, accept: str = "application/json"
    ) -> Any: ...


class Calls:
    """Every call of the integration API that takes a token, by its name in the API description."""

    _send: Send

    def add_attachment_v2(self, id: str, body: AddAttachmentV2Body) -> Any:
        """Add an attachment: a file that isn’t signed."""
        return self._send("POST", f"/v2/signature-requests/{quote(str(id), safe='')}/attachments", body=body)

    def add_attachment_v3(self, id: str, body: AddAttachmentV3Body) -> Any:
        """Add an attachment: a file that isn’t signed."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/attachments", body=body)

    def add_document_v3(self, id: str, body: AddDocumentV3Body) -> Any:
        """Add a document to a draft."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/documents", body=body)

    def add_observer_v3(self, id: str, body: AddObserverV3Body) -> Any:
        """Add an observer, by email or as a member of the business (`user_id`)."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/observers", body=body)

    def add_signer_v2(self, id: str, body: AddSignerV2Body) -> Any:
        """Add a signer, before the first signature."""
        return self._send("POST", f"/v2/signature-requests/{quote(str(id), safe='')}/signatures", body=body)

    def add_signer_v3(self, id: str, body: AddSignerV3Body) -> Any:
        """Add a signer, before the first signature."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/signatures", body=body)

    def create_request_v2(self, body: CreateRequestV2Body) -> Any:
        """Create a signature request of one document and send it. Without `quality` it is qualified (QES)."""
        return self._send("POST", "/v2/signature-requests", body=body)

    def create_request_v3(self, body: CreateRequestV3Body) -> Any:
        """Create a draft of uploaded documents; one that another request has already gets an id of its own. Nobody is notified until it is sent. Without `quality` it is qualified (QES)."""
        return self._send("POST", "/v3/signature-requests", body=body)

    def delete_document_v2(self, id: str) -> None:
        """Delete a document that isn’t part of a request."""
        return self._send("DELETE", f"/v2/documents/{quote(str(id), safe='')}")

    def delete_document_v3(self, id: str) -> None:
        """Delete a document that isn’t part of a request."""
        return self._send("DELETE", f"/v3/documents/{quote(str(id), safe='')}")

    def delete_request_v2(self, id: str) -> None:
        """Delete a signature request: an open one is withdrawn; one that has ended is deleted."""
        return self._send("DELETE", f"/v2/signature-requests/{quote(str(id), safe='')}")

    def delete_request_v3(self, id: str) -> None:
        """Delete a signature request: an open one is withdrawn; one that has ended is deleted."""
        return self._send("DELETE", f"/v3/signature-requests/{quote(str(id), safe='')}")

    def get_attachment_content_v2(self, id: str, att_id: str) -> bytes:
        """Download an attachment."""
        return self._send("GET", f"/v2/signature-requests/{quote(str(id), safe='')}/attachments/{quote(str(att_id), safe='')}/content", accept="application/octet-stream")

    def get_attachment_content_v3(self, id: str, att_id: str) -> bytes:
        """Download an attachment."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/attachments/{quote(str(att_id), safe='')}/content", accept="application/octet-stream")

    def get_document_content_v2(self, id: str) -> bytes:
        """Download a document: the file, or with `Accept: application/json` an object `{content_type, content_size, content}` with the content in base64."""
        return self._send("GET", f"/v2/documents/{quote(str(id), safe='')}/content", accept="application/pdf")

    def get_document_content_v3(self, id: str) -> bytes:
        """Download a document: the file, or with `Accept: application/json` an object `{content_type, content_size, content}` with the content in base64."""
        return self._send("GET", f"/v3/documents/{quote(str(id), safe='')}/content", accept="application/pdf")

    def get_document_page_v2(self, id: str, n: str, *, scale: Any = None) -> bytes:
        """Get the image of a page. `n` counts from 0; `scale`, as a query parameter or a header, is 100 for 144 dpi."""
        return self._send("GET", f"/v2/documents/{quote(str(id), safe='')}/pages/{quote(str(n), safe='')}", query={"scale": scale}, accept="image/webp")

    def get_document_page_v3(self, id: str, n: str, *, scale: Any = None) -> bytes:
        """Get the image of a page. `n` counts from 0; `scale`, as a query parameter or a header, is 100 for 144 dpi."""
        return self._send("GET", f"/v3/documents/{quote(str(id), safe='')}/pages/{quote(str(n), safe='')}", query={"scale": scale}, accept="image/webp")

    def get_document_v2(self, id: str) -> Any:
        """Get a document, or any version of one."""
        return self._send("GET", f"/v2/documents/{quote(str(id), safe='')}")

    def get_document_v3(self, id: str) -> Any:
        """Get a document, or any version of one."""
        return self._send("GET", f"/v3/documents/{quote(str(id), safe='')}")

    def get_observer_v3(self, id: str, obs: str) -> Any:
        """Get an observer of a signature request."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/observers/{quote(str(obs), safe='')}")

    def get_report_v2(self, id: str, *, type: Any = None) -> bytes:
        """Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML."""
        return self._send("GET", f"/v2/signature-requests/{quote(str(id), safe='')}/report", query={"type": type}, accept="application/pdf")

    def get_report_v3(self, id: str, *, type: Any = None) -> bytes:
        """Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/report", query={"type": type}, accept="application/pdf")

    def get_request_v2(self, id: str) -> Any:
        """Get a signature request."""
        return self._send("GET", f"/v2/signature-requests/{quote(str(id), safe='')}")

    def get_request_v3(self, id: str) -> Any:
        """Get a signature request."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}")

    def get_user_qualities(self, *, username: Any = None) -> Any:
        """Get the level at which a member of the business would sign for each level a request can require. Without `username`, of the API user."""
        return self._send("GET", "/v2/user/signature-qualities", query={"username": username})

    def get_user_qualities_v3(self, *, username: Any = None) -> Any:
        """Get the level at which a member of the business would sign for each level a request can require. Without `username`, of the API user."""
        return self._send("GET", "/v3/user/signature-qualities", query={"username": username})

    def initiate_request_v3(self, id: str) -> Any:
        """Send a draft: invitations are emailed."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/initiate")

    def list_attachments_v2(self, id: str) -> Any:
        """List the attachments of a signature request."""
        return self._send("GET", f"/v2/signature-requests/{quote(str(id), safe='')}/attachments")

    def list_attachments_v3(self, id: str) -> Any:
        """List the attachments of a signature request."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/attachments")

    def list_documents_v2(self, *, page_number: Any = None, page_size: Any = None) -> Any:
        """List documents: those uploaded, and the newest version of those in requests. Newest first."""
        return self._send("GET", "/v2/documents", query={"page_number": page_number, "page_size": page_size})

    def list_documents_v3(self, *, page_number: Any = None, page_size: Any = None) -> Any:
        """List documents: those uploaded, and the newest version of those in requests. Newest first."""
        return self._send("GET", "/v3/documents", query={"page_number": page_number, "page_size": page_size})

    def list_observers_v3(self, id: str) -> Any:
        """List the observers of a signature request."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/observers")

    def list_paid_signatures(self, *, start_date: Any, end_date: Any, page: Any = None, size: Any = None, sort: Any = None) -> Any:
        """List signatures and seals on the business’s requests within a period."""
        return self._send("GET", "/v2/activities/signatures", query={"start_date": start_date, "end_date": end_date, "page": page, "size": size, "sort": sort})

    def list_paid_signatures_v3(self, *, start_date: Any, end_date: Any, page: Any = None, size: Any = None, sort: Any = None) -> Any:
        """List signatures and seals on the business’s requests within a period."""
        return self._send("GET", "/v3/activities/signatures", query={"start_date": start_date, "end_date": end_date, "page": page, "size": size, "sort": sort})

    def list_request_callbacks_v2(self, id: str) -> Any:
        """List the callbacks of a signature request, oldest first."""
        return self._send("GET", f"/v2/signature-requests/{quote(str(id), safe='')}/callbacks")

    def list_request_callbacks_v3(self, id: str) -> Any:
        """List the callbacks of a signature request, oldest first."""
        return self._send("GET", f"/v3/signature-requests/{quote(str(id), safe='')}/callbacks")

    def list_requests_v2(self, *, account_email: Any = None, search: Any = None, signature_status: Any = None, status_overall: Any = None, page_number: Any = None, page_size: Any = None) -> Any:
        """List signature requests, newest first."""
        return self._send("GET", "/v2/signature-requests", query={"account_email": account_email, "search": search, "signature_status": signature_status, "status_overall": status_overall, "page_number": page_number, "page_size": page_size})

    def list_requests_v3(self, *, account_email: Any = None, search: Any = None, signature_status: Any = None, status_overall: Any = None, page_number: Any = None, page_size: Any = None) -> Any:
        """List signature requests, newest first."""
        return self._send("GET", "/v3/signature-requests", query={"account_email": account_email, "search": search, "signature_status": signature_status, "status_overall": status_overall, "page_number": page_number, "page_size": page_size})

    def redeliver_request_callbacks_v2(self, id: str) -> Any:
        """Deliver the callbacks that were not delivered: a retry is made now, and one that was given up starts again."""
        return self._send("POST", f"/v2/signature-requests/{quote(str(id), safe='')}/callbacks")

    def redeliver_request_callbacks_v3(self, id: str) -> Any:
        """Deliver the callbacks that were not delivered: a retry is made now, and one that was given up starts again."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/callbacks")

    def remind_signers_v2(self, id: str) -> None:
        """Remind the signers whose turn it is, at most once an hour each."""
        return self._send("POST", f"/v2/signature-requests/{quote(str(id), safe='')}/remind")

    def remind_signers_v3(self, id: str) -> None:
        """Remind the signers whose turn it is, at most once an hour each."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/remind")

    def remove_attachment_v2(self, id: str, att_id: str) -> Any:
        """Remove an attachment, before the first signature."""
        return self._send("DELETE", f"/v2/signature-requests/{quote(str(id), safe='')}/attachments/{quote(str(att_id), safe='')}")

    def remove_attachment_v3(self, id: str, att_id: str) -> Any:
        """Remove an attachment, before the first signature."""
        return self._send("DELETE", f"/v3/signature-requests/{quote(str(id), safe='')}/attachments/{quote(str(att_id), safe='')}")

    def remove_document_v3(self, id: str, doc_id: str) -> Any:
        """Remove a document from a draft."""
        return self._send("DELETE", f"/v3/signature-requests/{quote(str(id), safe='')}/documents/{quote(str(doc_id), safe='')}")

    def remove_observer_v3(self, id: str, obs: str) -> None:
        """Remove an observer."""
        return self._send("DELETE", f"/v3/signature-requests/{quote(str(id), safe='')}/observers/{quote(str(obs), safe='')}")

    def remove_signer_v2(self, id: str, sig_id: str) -> Any:
        """Remove a signer, before the first signature."""
        return self._send("DELETE", f"/v2/signature-requests/{quote(str(id), safe='')}/signatures/{quote(str(sig_id), safe='')}")

    def remove_signer_v3(self, id: str, sig_id: str) -> Any:
        """Remove a signer, before the first signature."""
        return self._send("DELETE", f"/v3/signature-requests/{quote(str(id), safe='')}/signatures/{quote(str(sig_id), safe='')}")

    def seal_document(self, body: SealDocumentBody) -> Any:
        """Seal a document. Without `account_name`, with the business’s first seal. Returns the ID of the sealed document once it is there."""
        return self._send("POST", "/v2/seal", body=body)

    def seal_document_v3(self, body: SealDocumentV3Body) -> Any:
        """Seal a document. Without `account_name`, with the business’s first seal. Returns the ID of the sealed document once it is there."""
        return self._send("POST", "/v3/seal", body=body)

    def update_request_v2(self, body: UpdateRequestV2Body) -> Any:
        """Update a signature request, before the first signature. Signers that are left out are removed."""
        return self._send("PUT", "/v2/signature-requests", body=body)

    def update_request_v3(self, body: UpdateRequestV3Body) -> Any:
        """Update a signature request, before the first signature. Signers that are left out are removed."""
        return self._send("PUT", "/v3/signature-requests", body=body)

    def upload_document_v2(self, body: UploadDocumentV2Body) -> Any:
        """Upload a document: its content, or an https URL it is fetched from (`file_url`)."""
        return self._send("POST", "/v2/documents", body=body)

    def upload_document_v3(self, body: UploadDocumentV3Body) -> Any:
        """Upload a document: its content, or an https URL it is fetched from (`file_url`)."""
        return self._send("POST", "/v3/documents", body=body)

    def withdraw_request_v2(self, id: str, body: WithdrawRequestV2Body) -> Any:
        """Withdraw an open request. Its signers are emailed, with the message."""
        return self._send("POST", f"/v2/signature-requests/{quote(str(id), safe='')}/withdraw", body=body)

    def withdraw_request_v3(self, id: str, body: WithdrawRequestV3Body) -> Any:
        """Withdraw an open request. Its signers are emailed, with the message."""
        return self._send("POST", f"/v3/signature-requests/{quote(str(id), safe='')}/withdraw", body=body)
