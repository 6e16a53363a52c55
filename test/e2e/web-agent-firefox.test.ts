// The Web Agent API in pages of a real Firefox.
import { webAgentStories } from './web-agent-stories.ts';

webAgentStories('firefox');
