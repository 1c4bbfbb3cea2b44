/** What a mail server writes to a sender whose e-mail it could not deliver (RFC 3464). */
export type WantedReport = {
  recipient: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  /** The e-mail that came back, whole or its headers alone. */
  returned: string;
  returnedType?: 'message/rfc822' | 'text/rfc822-headers';
};

/** Such an e-mail as it is sent. */
export function deliveryReport({
  recipient,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 ${status} <${recipient}>: Recipient\n    address rejected`,
  returned,
  returnedType = 'message/rfc822',
}: WantedReport): Buffer {
  const text = `From: MAILER-DAEMON@mx.exemple.test
To: bonjour@feuilleton.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="limite"

--limite
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered.

--limite
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.exemple.test

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}

--limite
Content-Type: ${returnedType}

${returned}
--limite--
`;
  return Buffer.from(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'));
}
