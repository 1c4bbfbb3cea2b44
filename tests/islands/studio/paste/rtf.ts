/** RTF as Word writes it beside HTML: each picture for programs that read it, and again for those that do not. */
type Picture = { hex: string; width: number; height: number; kind?: string };

const twips = (pixels: number): number => pixels * 15;

/** @param hex of a file; `width` and `height` in CSS pixels, drawn at half of its size. */
export const wordPicture = ({ hex, width, height, kind = 'pngblip' }: Picture): string => {
  const size = `\\picscalex50\\picscaley50\\piccropl0\\piccropr0\\piccropt0\\piccropb0\\picw${width * 53}\\pich${height * 53}\\picwgoal${twips(2 * width)}\\pichgoal${twips(2 * height)}`;
  return `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn fLine}{\\sv 0}}}${size}\\${kind}\\bliptag-1412{\\*\\blipuid abcd0123abcd0123abcd0123abcd0123}\r\n${hex.replaceAll(/.{128}/g, '$&\r\n')}}}{\\nonshppict{\\pict${size}\\wmetafile8\\bliptag-1412{\\*\\blipuid abcd0123abcd0123abcd0123abcd0123}\r\n010009000003}}`;
};

export const wordRtf = (body: string): string =>
  `{\\rtf1\\adeflang1025\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0\\froman Calibri;}}{\\*\\listtable{\\*\\listpicture{\\pict\\picwgoal180\\pichgoal180\\pngblip 89504e47}}}{\\header {\\pict\\picwgoal180\\pichgoal180\\jpegblip ffd8}}\\pard\\plain ${body}\\par }`;
