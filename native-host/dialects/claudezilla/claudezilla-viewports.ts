// The devices that setViewport of spec 000's real system knows, as the sizes of their screens in CSS pixels.

export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly type: 'mobile' | 'tablet' | 'desktop';
}

export const viewports: Readonly<Record<string, Viewport>> = {
  'iphone-se': { width: 375, height: 667, type: 'mobile' },
  'iphone-14': { width: 390, height: 844, type: 'mobile' },
  'iphone-14-pro-max': { width: 430, height: 932, type: 'mobile' },
  'pixel-7': { width: 412, height: 915, type: 'mobile' },
  'galaxy-s23': { width: 360, height: 780, type: 'mobile' },
  'ipad-mini': { width: 768, height: 1024, type: 'tablet' },
  'ipad-pro-11': { width: 834, height: 1194, type: 'tablet' },
  'ipad-pro-12': { width: 1024, height: 1366, type: 'tablet' },
  laptop: { width: 1366, height: 768, type: 'desktop' },
  desktop: { width: 1920, height: 1080, type: 'desktop' },
};

/** The device of that name, or null. */
export function viewportOf(device: unknown): Viewport | null {
  return typeof device === 'string' && Object.hasOwn(viewports, device) ? (viewports[device] ?? null) : null;
}
