/**
 * The page around its data: "__DATA__" stands where the JSON goes. The build puts the finished page here, with its
 * style, its script and the drawing library inside (scripts/build-page.mjs); from source there is the data alone.
 */
export const template: string = '"__DATA__"';
