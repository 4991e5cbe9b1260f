extension Culture {
    static let chinese = Culture(
        language: "zh-Hans", country: "中国", isoCountry: "CN",
        women: names(
            """
            小红/xiaohong/Xiǎohóng 秀英/xiuying/Xiùyīng 丽/li/Lì 静/jing/Jìng 雨桐/yutong/Yǔtóng 晓燕/xiaoyan/Xiǎoyàn \
            梓涵/zihan/Zǐhán 思琪/siqi/Sīqí 玉兰/yulan/Yùlán 乐怡/leyi/Lèyí 月/yue/Yuè 婉清/wanqing/Wǎnqīng 桂花/guihua/Guìhuā \
            佳音/jiayin/Jiāyīn 若曦/ruoxi/Ruòxī
            """),
        men: names(
            """
            小明/xiaoming/Xiǎomíng 伟/wei/Wěi 强/qiang/Qiáng 建国/jianguo/Jiànguó 浩然/haoran/Hàorán 子轩/zixuan/Zǐxuān \
            志远/zhiyuan/Zhìyuǎn 磊/lei/Lěi 重庆/chongqing/Chóngqìng 长安/changan/Cháng’ān 乐天/letian/Lètiān 大山/dashan/Dàshān \
            文博/wenbo/Wénbó 一/yi/Yī 俊杰/junjie/Jùnjié 行/xing/Xíng
            """),
        families: names(
            """
            王/wang/Wáng 李/li/Lǐ 张/zhang/Zhāng 刘/liu/Liú 陈/chen/Chén 杨/yang/Yáng 赵/zhao/Zhào 黄/huang/Huáng 周/zhou/Zhōu \
            吴/wu/Wú 徐/xu/Xú 孙/sun/Sūn 马/ma/Mǎ 朱/zhu/Zhū 林/lin/Lín 何/he/Hé 高/gao/Gāo 梁/liang/Liáng 罗/luo/Luó \
            吕/lyu/Lǚ 单/shan/Shàn 仇/qiu/Qiú 曾/zeng/Zēng 解/xie/Xiè 区/ou/Ōu 查/zha/Zhā 任/ren/Rén 重/chong/Chóng \
            朴/piao/Piáo 盖/ge/Gě 欧阳/ouyang/Ōuyáng 司马/sima/Sīmǎ 诸葛/zhuge/Zhūgě 上官/shangguan/Shàngguān
            """),
        familyFirst: true, separator: "", prefixes: [], suffixes: [],
        places: places("重山市|重庆市|长河区\n云溪镇|浙江省|东乐区\n白石城|四川省|"),
        streets: phrases("长乐路\n梧桐巷\n银杏大道"), postalCode: "0000##", phones: PhoneRange.abroad,
        organizations: phrases("蓝鲸书店\n长乐茶馆\n银杏软件有限公司"), jobs: phrases("工程师\n教师\n医生\n会计"))

    static let taiwanese = Culture(
        language: "zh-Hant", country: "臺灣", isoCountry: "TW",
        women: names("雅婷/yating/Yǎtíng 淑芬/shufen/Shúfēn 怡君/yijun/Yíjūn 寶珠/baozhu/Bǎozhū"),
        men: names("志豪/zhihao/Zhìháo 俊龍/junlong/Jùnlóng 冠宇/guanyu/Guànyǔ 國華/guohua/Guóhuá"),
        families: names("陳/chen/Chén 劉/liu/Liú 黃/huang/Huáng 張/zhang/Zhāng 蕭/xiao/Xiāo 鄭/zheng/Zhèng 歐陽/ouyang/Ōuyáng"),
        familyFirst: true, separator: "", places: places("月光市|花蓮縣|龍眼區"), streets: phrases("榕樹街"),
        postalCode: "000##", phones: PhoneRange.abroad, organizations: phrases("鐵觀音茶行"), jobs: phrases("設計師\n護理師"))

    static let japanese = Culture(
        language: "ja", country: "日本", isoCountry: "JP",
        women: names(
            "さくら/sakura/さくら 陽子/yoko/ようこ 美咲/misaki/みさき あかり/akari/あかり 千代/chiyo/ちよ ヒカル/hikaru/ひかる ゆき/yuki/ゆき"),
        men: names("太郎/taro/たろう 健一/kenichi/けんいち 翔/sho/しょう ジョージ/joji/じょーじ 大輔/daisuke/だいすけ 蓮/ren/れん"),
        families: names(
            """
            佐藤/sato/さとう 鈴木/suzuki/すずき 髙橋/takahashi/たかはし 渡邊/watanabe/わたなべ 小鳥遊/takanashi/たかなし 東/azuma/あずま \
            長谷川/hasegawa/はせがわ 五十嵐/igarashi/いがらし 森/mori/もり
            """),
        familyFirst: true, separator: " ", places: places("桜川町|長野県|西区\n月見市|北海道|"), streets: phrases("銀杏通り\n三丁目"),
        postalCode: "000-00##", phones: PhoneRange.abroad, organizations: phrases("株式会社アオゾラ\nパン工房こむぎ"),
        jobs: phrases("エンジニア\n看護師\n教師"))

    static let korean = Culture(
        language: "ko", country: "대한민국", isoCountry: "KR",
        women: names("서연/seoyeon 지우/jiwoo 하늘/haneul 은비/eunbi 나래/narae"),
        men: names("민준/minjun 도윤/doyun 준호/junho 바다/bada 지훈/jihun"),
        families: names("김/kim 이/yi 박/park 최/choi 정/jeong 남궁/namgung 선우/seonwoo"),
        familyFirst: true, separator: "", places: places("달빛시|강원도|은행동"), streets: phrases("느티나무길\n달맞이로"),
        postalCode: "000##", phones: PhoneRange.abroad, organizations: phrases("주식회사 솔방울\n하늘책방"),
        jobs: phrases("개발자\n간호사"))
}
