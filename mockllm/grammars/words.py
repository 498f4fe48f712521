"""The words that runs of letters are made of, the short ones first."""

WORDS: tuple[str, ...] = tuple(
    """
    by do go he in it me no of on so to up us we and art bay bee cup day ear egg far fig fox has hat ice ink
    jam key law map new oak old one owl pen red sea sky sun tea the two van way yes able bank bell blue boat
    book calm city coat dawn east farm fire fish five four game gift gold good hill home iron july kind lake
    lamp land leaf life line lion milk moon nest note oslo park path pear quiz rain ring road rock rose salt
    sand seed ship snow song star time tree vase wave west wind wolf word year zinc apple bread brick cloud
    field glass green heart horse house juice light music ocean paper piano queen river robin stone table tiger
    train value water world breeze bridge bright coffee dinner forest garden island letter market number orange
    planet silver simple summer winter captain evening example journey kitchen morning quietly village
    """.split()  # noqa: SIM905 - a list of quoted words would be five times as long
)

HAN = "一二三四五六七八九十日月火水木金土山川田大小中上下人口手目心天花竹林森石空雨雪風海春夏秋冬東西南北白黒赤青国"
"""Common ones of the many thousand Han characters."""
