/** Size of the picture that other sites show beside a link (Open Graph), in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

/** The picture of the site itself, and of a novel without a cover. */
export const siteSharePicture = '/partage.png';
