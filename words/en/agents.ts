// Why an agent is not connected any more, in English.
import type { AgentReasons } from '../../contract/agent-reasons.ts';
import type { Words } from '../reason.ts';

export const agentWords: Words<AgentReasons> = {
  'left-by-itself': 'The other side closed the connection.',
  'connection-failed': 'Its connection broke: {cause}.',
  'frame-empty': 'It sent an empty frame; a frame carries 1 to {most} bytes.',
  'frame-too-large': 'It sent a frame of {bytes} bytes, which is over the cap of {most}.',
  'frame-stopped': 'It sent {bytes} bytes of a frame, and nothing more for {seconds} s.',
  'takes-nothing': 'It does not read: {bytes} bytes wait for it, and the limit is {most}.',
  'left-socket': 'The asker closed its socket and did not come back.',
  'left-http': 'The client ended its HTTP connection.',
  'left-sse': 'The client ended its SSE connection.',
  'left-page': 'The client closed its connection.',
  'left-goodbye': 'It said goodbye.',
  'process-ended': ({ pid }) => `Its process${pid === null ? '' : ' {pid}'} has ended.`,
  'silent-for': 'Nothing was asked for {minutes} minutes.',
  'does-not-read': 'The client does not read its answers.',
  unreadable: '{messages} messages in a row could not be read as JSON.',
  'other-abilities': 'The same program came with other abilities.',
  'made-room': 'It made room: {most} connections are open here.',
  'user-stopped': ({ of }) => `The user stopped ${of === 'agents' ? 'all agents' : 'this agent'}.`,
  'user-disconnected': 'The user disconnected this agent.',
  'user-revoked': 'The user revoked this credential.',
  'user-shut-out': 'The user shut this client out.',
  'user-renewed-secret': 'The user made a new secret for this credential.',
  'user-changed-token': 'The user changed the token of MCP over HTTP.',
  'user-cancelled': 'The user cancelled this call.',
  'call-ended': 'The call has ended.',
  'endpoint-off': 'This way in was switched off.',
  'hub-stops': 'The hub is stopping. Call again.',
  'hub-restarted': 'The hub was started anew, and it has not come back yet.',
};
