import CoreDataModel
import Foundation

/// A source with something of everything that a model can say.
enum EverythingModel {
    static func make() throws -> NSManagedObjectModel {
        try NSManagedObjectModel(xcdatamodelContents: Data(contents.utf8), name: "Everything")
    }

    static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model userDefinedModelVersionIdentifier="v &quot;7&quot; &lt;é&gt;" type="com.apple.IDECoreDataModeler.DataModel">
            <entity name="Thing" isAbstract="YES" elementID="OldThing" versionHashModifier="m" syncable="YES">
                <attribute name="name" attributeType="String" minValueString="2" maxValueString="9"
                    regularExpressionString="[a-z&quot;\\\\]+.*" defaultValueString="a&#10;&quot;b&quot;" syncable="YES"/>
                <userInfo><entry key="k&amp;" value="v&lt;"/></userInfo>
            </entity>
            <entity name="Person" representedClassName=".Mensch" parentEntity="Thing" codeGenerationType="class">
                <attribute name="small" attributeType="Integer 16" minValueString="-3" maxValueString="7"
                    defaultValueString="2" usesScalarValueType="YES" elementID="tiny"/>
                <attribute name="middle" optional="YES" attributeType="Integer 32" indexed="YES"/>
                <attribute name="large" optional="YES" attributeType="Integer 64"
                    defaultValueString="9007199254740993" maxValueString="9223372036854775807"/>
                <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="0.1"
                    minValueString="-12345678901234567890.5"/>
                <attribute name="real" optional="YES" attributeType="Double" defaultValueString="1e-300"
                    maxValueString="0.30000000000000004" usesScalarValueType="NO"/>
                <attribute name="half" optional="YES" attributeType="Float" defaultValueString="0.1" minValueString="0.1"/>
                <attribute name="flag" optional="YES" attributeType="Boolean" defaultValueString="YES"/>
                <attribute name="born" optional="YES" attributeType="Date" minDateTimeInterval="-541232580.25"
                    minValueString="1983" maxDateTimeInterval="602395200" defaultDateTimeInterval="388411200.5"/>
                <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"
                    preserveAfterDeletion="YES" spotlightIndexingEnabled="YES" storedInTruthFile="YES"/>
                <attribute name="key" optional="YES" attributeType="UUID" versionHashModifier="x"
                    defaultValueString="8D95E9B6-C314-4572-B649-3B6A2648D835"/>
                <attribute name="home" optional="YES" attributeType="URI" defaultValueString="https://example.com/a?b=c"/>
                <attribute name="color" optional="YES" attributeType="Transformable" customClassName="Color"
                    valueTransformerName="NSSecureUnarchiveFromData" allowsCloudEncryption="YES"/>
                <attribute name="note" optional="YES" transient="YES" attributeType="Undefined"/>
                <attribute name="friendCount" optional="YES" attributeType="Integer 64" derived="YES"
                    derivationExpression="friends.@count"/>
                <attribute name="folded" optional="YES" attributeType="String" derived="YES"
                    derivationExpression="canonical:(name)"/>
                <attribute name="changed" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <relationship name="friends" optional="YES" toMany="YES" minCount="1" maxCount="9" ordered="YES"
                    deletionRule="Deny" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
                <relationship name="groups" optional="YES" toMany="YES" deletionRule="Nullify"
                    destinationEntity="Group" inverseName="members" inverseEntity="Group" indexed="YES">
                    <userInfo><entry key="k" value="v"/></userInfo>
                </relationship>
                <relationship name="boss" minCount="1" maxCount="1" deletionRule="No Action"
                    destinationEntity="Person"/>
                <fetchedProperty name="peers" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Person"
                        predicateString="name == $FETCH_SOURCE.name AND small IN {1, 2} OR name LIKE[cd] &quot;*x&quot;"/>
                    <userInfo><entry key="search" value="great"/></userInfo>
                </fetchedProperty>
                <fetchIndex name="byName" partialIndexPredicate="flag == YES">
                    <fetchIndexElement property="name" type="Binary" order="descending"/>
                    <fetchIndexElement expression="lowercase:(name)" expressionType="String" type="Binary"
                        order="ascending"/>
                </fetchIndex>
                <fetchIndex name="bySize">
                    <fetchIndexElement property="real" type="RTree" order="ascending"/>
                    <fetchIndexElement property="half" type="RTree" order="ascending"/>
                </fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="key"/></uniquenessConstraint>
                    <uniquenessConstraint><constraint value="small"/><constraint value="middle"/></uniquenessConstraint>
                </uniquenessConstraints>
                <compoundIndexes>
                    <compoundIndex><index value="small"/><index value="middle"/></compoundIndex>
                </compoundIndexes>
            </entity>
            <entity name="Employee" representedClassName="Employee" parentEntity="Person" codeGenerationType="category">
                <attribute name="salary" optional="YES" attributeType="Double"/>
            </entity>
            <entity name="Group">
                <relationship name="members" optional="YES" toMany="YES" deletionRule="Cascade"
                    destinationEntity="Person" inverseName="groups" inverseEntity="Person"/>
            </entity>
            <composite name="Place">
                <attribute name="street" optional="YES" attributeType="String"/>
                <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
            </composite>
            <composite name="Point">
                <attribute name="x" optional="YES" attributeType="Double" defaultValueString="1.5"/>
            </composite>
            <fetchRequest name="Adults" entity="Person" fetchLimit="5" fetchBatchSize="7" resultType="2"
                includeSubentities="NO" includePropertyValues="NO" includesPendingChanges="NO"
                returnObjectsAsFaults="NO" returnDistinctResults="YES"
                predicateString="SUBQUERY(friends, $f, $f.small &gt; 3).@count BETWEEN {1, 9} AND NOT name MATCHES &quot;a.*&quot;"/>
            <fetchRequest name="Named" entity="Thing"
                predicateString="name BEGINSWITH[c] $prefix OR name ENDSWITH[d] &quot;z&quot; AND ANY friends.name != nil"/>
            <configuration name="Side"><memberEntity name="Group"/></configuration>
        </model>
        """
}
