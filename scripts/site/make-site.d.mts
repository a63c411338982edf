/** Makes the site anew in a folder, and gives the addresses of its pages. */
export function makeSite(folder: string): readonly string[]
