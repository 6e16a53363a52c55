// The keys of the envelope beside those of the SDK.
import * as sdk from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { envelopeKeys } from '../../../../electron/core/wire/envelope-keys.ts';

test('the keys are those of the SDK', () => {
  expect(envelopeKeys).toEqual({
    protocolVersion: sdk.PROTOCOL_VERSION_META_KEY,
    clientInfo: sdk.CLIENT_INFO_META_KEY,
    clientCapabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
    logLevel: sdk.LOG_LEVEL_META_KEY,
    serverInfo: sdk.SERVER_INFO_META_KEY,
    subscriptionId: sdk.SUBSCRIPTION_ID_META_KEY,
  });
});
