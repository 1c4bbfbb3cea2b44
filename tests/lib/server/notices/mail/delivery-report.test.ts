import { expect, test } from 'vitest';
import { readDeliveryReport } from '#server/notices/bounces.ts';
import { deliveryReport, type WantedReport } from '#tests/world/delivery-report.ts';

const messageId = '0197e1b8-6b3c-7e8d-8b6c-0a1b2c3d4e5f';
const ours = `Message-ID: <${messageId}@feuilleton.test>
To: Lea <Lea@exemple.test>
Subject: Contre-courant : chapitre 2

Texte.`;
const read = (wanted: Partial<WantedReport> = {}) =>
  readDeliveryReport(
    deliveryReport({ recipient: 'ailleurs@exemple.test', returned: ours, ...wanted }),
  );

test('a report names the e-mail, whom it was for, and why in one line', async () => {
  const told = {
    messageId,
    recipients: ['ailleurs@exemple.test', 'lea@exemple.test'],
    answer: 'smtp; 550 5.1.1 <ailleurs@exemple.test>: Recipient address rejected',
  };
  expect(await read()).toEqual(told);
  expect(await read({ returnedType: 'text/rfc822-headers' })).toEqual(told);
  expect(await read({ diagnostic: 'x'.repeat(999) })).toMatchObject({ answer: 'x'.repeat(300) });
});

test.each([
  ['that is only late', { action: 'delayed', status: '4.4.1' }],
  ['that was delivered', { action: 'delivered', status: '2.0.0' }],
  ['that is taken for spam', { status: '5.7.1' }],
  ['for a server that was not found', { status: '5.4.4' }],
  ['that is not named', { returned: 'To: lea@exemple.test' }],
  ['of somebody else’s server', { returned: 'Message-ID: <abc@exemple.test>' }],
])('an e-mail %s has not come back because of its address', async (_, wanted) => {
  expect(await read(wanted)).toBeNull();
});

test.each(['5.1.1', '5.2.1', '5.0.0'])('the status %s is about the mailbox', async (status) => {
  expect(await read({ status })).toMatchObject({ messageId });
});

test.each([
  ['nothing', ''],
  ['a letter of a reader', 'From: lea@exemple.test\r\nSubject: Merci\r\n\r\nMerci !'],
  ['noise', '\0\u00ff'.repeat(5_000)],
  ['parts without an end', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n'],
])('%s is no report', async (_, raw) => {
  expect(await readDeliveryReport(Buffer.from(raw))).toBeNull();
});
