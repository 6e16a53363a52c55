// The matrix of tools and pages in a real Chromium.
import { describeManyPages } from './many-pages.ts';

describeManyPages('chromium');
