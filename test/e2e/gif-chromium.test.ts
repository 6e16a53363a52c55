import { describeRecordings } from './gif-stories.ts';

describeRecordings('chromium');
